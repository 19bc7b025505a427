"""A session: header, log, and the state that the log folds to."""
