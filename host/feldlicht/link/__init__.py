"""One board at the other end of a serial line: lines, messages, lights, the port and the thread that owns it."""
