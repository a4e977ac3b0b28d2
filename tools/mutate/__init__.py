"""Finds out which changes of the rules no test notices: `make mutate GAME=europa`.

mutmut says how a function could be changed. It would then start pytest anew for each change, three seconds each; with
twenty thousand changes that is a night for every look. Here the tests are collected once, and every change is tried in
a fork of that process: its code is put in the place of the right one, and the tests that come by run until one fails.
"""
