"""How games end: votes, results, scores, ratings, and how reliably people play."""
