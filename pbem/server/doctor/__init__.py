"""What may be wrong with an installation, checked one thing at a time, each with what to do about it.

`house`: what lies on this machine. `fitting`: settings that are sound one by one and do not go together. `trials`: the
requests that would be dangerous, tried at the server's own doors.
"""
