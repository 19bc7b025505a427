"""Pure values that every room speaks. Nothing in here reads a clock, draws a number or touches the world."""
