"""Runs on the board's interpreter: takes lines in bulk, answers as the program does, and says what it counted.

Each bundle on the standard input: its length and the time that passes after it in ms (two bytes each, high first),
then its bytes; the length 0 ends. Answers go to the standard output, and what was counted after them, as text.
"""

import gc
import struct
import sys
import time

import app
from clock import WRAP

WARM_BYTES = 1000000

program = app.App()
program.table.known = True
reader, host, outbox = program.reader, program.host, program.outbox
console, answers = sys.stdin.buffer, sys.stdout.buffer
now = int(sys.argv[1])  # the clock, which wraps on the way
head = bytearray(4)
buffer = bytearray(4096)
taken = done = warm = most = 0

while console.readinto(head) == 4:
    length, pause_ms = struct.unpack(">HH", head)
    if not length:
        break
    waiting = []
    bundle = memoryview(buffer)[:length]
    console.readinto(bundle)
    for byte in bundle:
        line = reader.feed(byte, now)
        if line is not None:
            taken += 1
            if not host.take(line, now):
                reader.bad += 1
            answer = outbox.take(now)
            while answer is not None:
                waiting.append(answer)
                answer = outbox.take(now)
    answers.write(b"".join(waiting))
    waiting = line = answer = bundle = None  # what is over takes no memory
    now = now + pause_ms & WRAP
    reader.expire(now)
    done += length
    if done // WARM_BYTES > (done - length) // WARM_BYTES:
        gc.collect()
        used = gc.mem_alloc()
        warm = warm or used
        most = max(most, used)

program.close()
answers.write(b"counted %d %d %d %d\n" % (taken, reader.bad, warm, most))
time.sleep_ms(10)
