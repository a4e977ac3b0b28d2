"""What people can tell the server to do, declared once each: read, done, and answered line by line. Letters, the box of
a desk and help are made of the same declarations."""
