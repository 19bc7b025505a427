"""The web side of the house: the API, the stream of news, and the pages, on Flask."""
