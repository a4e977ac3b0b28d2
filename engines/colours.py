"""The old name of what is in `engines.palette` now."""

from engines.palette import FRENCH as FRENCH
from engines.palette import NAMES as NAMES
from engines.palette import STYLES as STYLES
from engines.palette import seats as seats
