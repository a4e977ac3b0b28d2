"""What is told about games beside their rules: reports, summaries, scores, timetables, calendars, game books."""
