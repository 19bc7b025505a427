"""Pictures of a match: from its course to shapes, and from shapes to SVG. Pure."""
