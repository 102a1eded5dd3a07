# Runs a program in a terminal of its own, and types one of the lines in LINES_TO_TYPE (JSON) each time that the program asks with "…: ". Prints what the
# terminal showed, and ends with the program's exit code.
import json
import os
import pty
import sys

lines = json.loads(os.environ["LINES_TO_TYPE"])
child, terminal = pty.fork()
if child == 0:
    os.execv(sys.argv[1], sys.argv[1:])
shown = b""
while True:
    try:
        read = os.read(terminal, 4096)
    except OSError:  # Linux's end of file
        break
    if not read:
        break
    shown += read
    if shown.endswith(b": ") and lines:
        os.write(terminal, (lines.pop(0) + "\r").encode())
sys.stdout.buffer.write(shown)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
