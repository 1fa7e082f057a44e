"""How a game is written: the reader, the phrases, the model, inheritance, the rules in words."""
