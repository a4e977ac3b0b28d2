"""Each duty of a server (`pbem.health.duty`) has a file of its name here, which imports all that the duty needs; a
process imports those of its duties."""
