"""python -m pbem.cli: the `pbem` command where it is not on the path."""

from pbem.cli import main

main()
