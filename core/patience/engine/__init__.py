"""The one reading of the rules: the compiled table, states, actions, refusals."""
