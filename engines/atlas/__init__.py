"""The one map of Europe every game cuts its regions from."""
