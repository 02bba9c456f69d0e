"""The server process, and the frames that go to and fro."""

import atexit
import contextlib
import glob
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import weakref

import numpy as np

PROTOCOL = 1  # that this package speaks

_WINDOWS = sys.platform == "win32"
_THERE = 0  # id of the question whether a silent server is there
_INTERRUPTED = -32800  # code of the error of a cancelled request


class Error(Exception):
    """An error of the program, with the text that the program prints."""


class ServerError(Error):
    """The server has ended or does not answer; all of its runs are lost."""


class ProgramError(Error):
    """There is no program, or its version does not fit this package."""


def find_program():
    """Return the path of the program: TUMBLE, the one inside the wheel, or the one on PATH.

    Raises ProgramError if there is none.
    """
    given = os.environ.get("TUMBLE")
    if given:
        if not os.path.isfile(given):
            raise ProgramError("the environment variable TUMBLE names %r, which is no file" % given)
        return given
    name = "tumble.exe" if _WINDOWS else "tumble"
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", name)
    if os.path.isfile(inside):
        return inside
    found = shutil.which(name)
    if not found:
        raise ProgramError(
            "the program tumble is not there: it is not on PATH, and this wheel has none inside; "
            "install it (./dev install), or set the environment variable TUMBLE to its path"
        )
    return found


def run_program():
    """Become the program, with the arguments of this process: the command of a wheel that has it inside."""
    command = [find_program()] + sys.argv[1:]
    if _WINDOWS:
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


def carry_out(line):
    """Carry a command out; Ctrl+C ends it in its own way."""
    process = subprocess.Popen(
        line, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
    )
    try:
        said = process.stderr.read()  # its input stays open until it ends: it would end with that
        process.communicate()
    except BaseException:
        process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
        try:
            process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        raise
    if process.returncode:
        raise Error(said.decode("utf-8", "replace").strip())


class Connection:
    """What answers requests over a pair of pipes or a socket. One thread at a time talks to it."""

    patience = 10.0
    """Seconds after which a silent server is asked whether it is there, and then given up."""

    _who = "the server"

    def __init__(self):
        self._lock = threading.RLock()
        self._first, self._last = 1, 0  # ids of the requests that were sent last
        self._buffer = bytearray()  # bytes that came and were not read
        self._part = memoryview(bytearray(1 << 16))  # of what comes next
        self._blocks = {}  # arrays by the numbers of their blocks
        self._answers = {}  # answers of pipelined requests by their ids
        self._dropped = []  # worlds that nobody holds any more
        self._pid = os.getpid()
        self.interrupts = Interrupts(self)
        """In a with statement around many calls it makes each cheaper: the handler of Ctrl+C stays."""
        self._why = None  # why the server is no more

    def _gone(self):
        return ServerError("%s has ended: %s" % (self._who, self._why))

    def close(self):
        """End it: the runs of a server are lost, and a window is let go."""
        self._why = self._why or "it was closed"
        self._end()

    @property
    def closed(self):
        """Whether it has ended."""
        return self._why is not None

    def call(self, method, **params):
        """Carry out a method and return its result, with arrays in the place of blocks.

        Raises Error with the program's text, ServerError if the server has ended or does not answer, and
        KeyboardInterrupt after Ctrl+C: the run then stays where it came to.
        """
        return self.calls([(method, params)])[0]

    @contextlib.contextmanager
    def folder(self):
        """Have a folder for files for a while, which the program removes if this process ends before."""
        path = self.call("folder")["path"]
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)

    def calls(self, requests):
        """Carry out several (method, params) at once, and return their results in order; see call."""
        if os.getpid() != self._pid:
            raise ServerError("this run belongs to another process, which was forked: load it in this one")
        with self._lock:
            if self._why:
                raise self._gone()
            self._first = self._last + 1
            frames, ids = self._frames(requests)
            came = False
            try:
                with self.interrupts as interrupts:
                    interrupts.begin()
                    try:
                        self._write(frames)
                        interrupts.sent(ids)
                        answers = [self._receive(i) for i in ids]
                        if self._blocks:
                            answers = [self._with_arrays(a) for a in answers]
                    finally:
                        came = interrupts.end()
            except ServerError:
                raise
            except (ValueError, TypeError, LookupError, AttributeError) as e:
                self._give_up("what it answers is no frame: %s" % e)
                raise self._gone() from None
            except BaseException:  # in the middle of a frame nobody knows where the next begins
                self._give_up("a call was broken off")
                raise
        if came:
            raise KeyboardInterrupt
        for a in answers:
            if "error" in a:
                if a["error"]["code"] == _INTERRUPTED:
                    raise KeyboardInterrupt
                raise Error(a["error"]["message"])
        return [a.get("result") for a in answers]

    def drop(self, world):
        """Close a world with the next call: it may be called at any time, by a garbage collector."""
        self._dropped.append(world)

    def _frames(self, requests):
        """Return the frames of requests, and their ids."""
        frames, ids = [], []
        while self._dropped:
            frames.append(_frame({"jsonrpc": "2.0", "method": "close", "params": {"world": self._dropped.pop()}}))
        for method, params in requests:
            self._last += 1
            ids.append(self._last)
            frames.append(_frame({"jsonrpc": "2.0", "id": self._last, "method": method, "params": params}))
        return b"".join(frames), ids

    def _write(self, data):
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self._in, view) :]
        except OSError:
            self._give_up(self._death())
            raise self._gone() from None

    def _receive(self, want):
        """Read frames up to the answer with an id, and return it."""
        while want not in self._answers:
            size, block = self._head()
            if block:
                self._blocks[block] = self._content(size)
                continue
            answer = json.loads(str(self._content(size), "utf-8"))
            number = answer.get("id")
            if number is None:
                self._give_up("a request was not understood: %s" % answer["error"]["message"])
                raise ServerError(self._why)
            if "error" in answer and not {"code", "message"} <= answer["error"].keys():
                raise ValueError("an error without code and message")
            if not self._first <= number <= self._last and number != _THERE:
                raise ValueError("an answer to request %r, which was not asked" % number)
            self._answers[number] = answer
        return self._answers.pop(want)

    def _head(self):
        end = self._buffer.find(b"\r\n\r\n")
        while end < 0:
            self._more()
            end = self._buffer.find(b"\r\n\r\n")
        head = bytes(self._buffer[:end])
        del self._buffer[: end + 4]
        size = block = 0
        for line in head.split(b"\r\n"):
            name, _, value = line.partition(b":")
            if name == b"Content-Length":
                size = int(value)
            elif name == b"Block":
                block = int(value)
        return size, block

    def _content(self, size):
        content = np.empty(size, np.uint8)
        view = memoryview(content)
        have = min(size, len(self._buffer))
        view[:have] = self._buffer[:have]
        del self._buffer[:have]
        while have < size:
            self._wait()
            have += self._read(view[have:])
        return content

    def _read(self, into):
        """Read bytes into a view, at least one, and return how many."""
        try:
            if _WINDOWS:
                part = os.read(self._out, min(len(into), 1 << 20))
                into[: len(part)] = part
                n = len(part)
            else:
                n = os.readv(self._out, [into])
        except OSError:  # a connection that was reset
            n = 0
        if n == 0:
            self._lost()
        return n

    def _more(self):
        self._wait()
        n = self._read(self._part)
        self._buffer += self._part[:n]

    def _wait(self):
        """Wait for bytes; a server that does not even answer whether it is there is given up."""
        if _WINDOWS or select.select([self._out], [], [], self.patience)[0]:
            return
        self._write(_frame({"jsonrpc": "2.0", "id": _THERE, "method": "cancel", "params": {"id": _THERE}}))
        if not select.select([self._out], [], [], self.patience)[0]:
            self._give_up("it did not answer for %g s" % (2 * self.patience))
            raise self._gone()

    def _lost(self):
        self._give_up(self._death())
        raise self._gone()

    def _with_arrays(self, value):
        if isinstance(value, dict):
            if "block" in value and "shape" in value:
                block = self._blocks.pop(value["block"])
                array = block.view(value["type"]).reshape(value["shape"])
                array.flags.writeable = False
                return array
            return {k: self._with_arrays(v) for k, v in value.items()}
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return [self._with_arrays(v) for v in value]
        return value


class Server(Connection):
    """A process that holds worlds, and answers about them.

    It ends with this process, also when that is killed.
    """

    def __init__(self, program=None):
        super().__init__()
        self.program = program or find_program()
        self._log = tempfile.TemporaryFile()
        try:
            # In a session of its own, so that Ctrl+C reaches this process alone, which asks the server to stop.
            self._process = subprocess.Popen(
                [self.program, "serve"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                bufsize=0,
                **({} if _WINDOWS else {"start_new_session": True}),
            )
        except OSError as e:
            self._log.close()
            raise ProgramError("%s cannot be started: %s" % (self.program, e)) from None
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        self._said = ""  # what the server has printed, once it has ended
        self._end = weakref.finalize(self, _end, self._process, self._pid, self._log)
        _widen(self._out)
        self.about = self._greet()

    def _greet(self):
        try:
            about = self.call("about")
        except ServerError as e:
            text = self._said
            if "serve" in text:  # a version that has no such command
                text = "it is too old: " + text
            raise ProgramError("%s is no server for this package: %s" % (self.program, text or e)) from None
        if about.get("protocol") != PROTOCOL:
            self.close()
            raise ProgramError(
                "%s (version %s) speaks protocol %s, and this package %s: install the same version of both"
                % (self.program, about.get("version"), about.get("protocol"), PROTOCOL)
            )
        return about

    def _death(self):
        """Return why the server has ended."""
        try:
            code = self._process.wait(5)
        except subprocess.TimeoutExpired:
            return "it has closed its output"
        return self._printed() or ("killed by signal %d" % -code if code < 0 else "exit status %d" % code)

    def _printed(self):
        self._log.seek(0)
        return self._log.read(4000).decode("utf-8", "replace").strip()

    def _give_up(self, why):
        if self._why:
            return
        self._why = why
        self._process.kill()
        self._process.wait()
        self._said = self._printed()
        self._end()


class Window(Connection):
    """A window that is held, over its socket. It is let go when this process ends."""

    _who = "the window"

    def __init__(self, path):
        super().__init__()
        self.path = path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._end = weakref.finalize(self, self._socket.close)
        try:
            self._socket.connect(path)
        except OSError as e:
            self._end()
            raise Error("%s cannot be reached: %s" % (path, e.strerror)) from None
        self._in = self._out = self._socket.fileno()
        try:
            self.about = self.call("about")
        except Error:
            self.close()
            raise
        if self.about.get("protocol") != PROTOCOL:
            self.close()
            raise ProgramError(
                "the window (version %s) speaks protocol %s, and this package %s: install the same version of both"
                % (self.about.get("version"), self.about.get("protocol"), PROTOCOL)
            )

    @property
    def program(self):
        """The program beside it, for what a window does not do."""
        return find_program()

    def drop(self, world):
        """Do nothing: the run belongs to the window."""

    def _death(self):
        return "it was closed, or has sent this program away"

    def _give_up(self, why):
        self._why = self._why or why
        self._end()


def windows():
    """Return the sockets of the windows that can be held, newest first.

    Raises Error where there is no run folder.
    """
    run = os.environ.get("XDG_RUNTIME_DIR")
    if _WINDOWS or not run:
        raise Error("XDG_RUNTIME_DIR is not set: it names the folder in which windows can be held")
    found = glob.glob(os.path.join(glob.escape(run), "tumble", "window-*.sock"))
    times = {}
    for path in found:
        try:
            state = os.stat(path)
        except OSError:  # it was closed meanwhile
            continue
        if state.st_uid == os.getuid():
            times[path] = state.st_mtime_ns
    return sorted(times, key=times.get, reverse=True)


class Interrupts:
    """Turns Ctrl+C during a request into one to stop, and raises KeyboardInterrupt once that is answered.

    A second Ctrl+C ends the server; between requests there is a KeyboardInterrupt at once. It is in force in a with
    statement, in another one too. Python calls handlers of signals in its main thread only.
    """

    def __init__(self, server):
        self._server = weakref.proxy(server)
        self._depth = 0  # of with statements in the main thread
        self._before = None  # the handler that it takes the place of
        self._asking = False
        self._ids = None  # of the requests, once they were sent
        self._came = 0

    def __enter__(self):
        if threading.current_thread() is threading.main_thread():
            self._depth += 1
            if self._depth == 1:
                self._before = signal.signal(signal.SIGINT, self._interrupt)
                if not callable(self._before):  # it is ignored, or not Python's
                    signal.signal(signal.SIGINT, self._before)
        return self

    def __exit__(self, *_):
        if threading.current_thread() is threading.main_thread():
            self._depth -= 1
            if self._depth == 0 and callable(self._before):
                signal.signal(signal.SIGINT, self._before)

    def begin(self):
        """Begin requests."""
        self._asking, self._ids, self._came = True, None, 0

    def sent(self, ids):
        """Say that the requests were sent."""
        self._ids = ids
        self._pass_on()

    def end(self):
        """End requests, and return whether Ctrl+C came meanwhile."""
        self._asking = False
        return self._came > 0

    def _interrupt(self, number, frame):
        if not self._asking:
            raise KeyboardInterrupt
        self._came += 1
        if self._came > 1:
            raise KeyboardInterrupt
        self._pass_on()

    def _pass_on(self):
        if self._came == 1 and self._ids:
            ids, self._ids = self._ids, None
            cancel = [{"jsonrpc": "2.0", "method": "cancel", "params": {"id": i}} for i in ids]
            self._server._write(b"".join(map(_frame, cancel)))


_encode = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode


def _frame(request):
    content = _encode(request).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(content), content)


def _widen(pipe):
    """Let the pipe hold a megabyte, where the system can."""
    try:
        import fcntl

        fcntl.fcntl(pipe, getattr(fcntl, "F_SETPIPE_SZ", 1031), 1 << 20)
    except (ImportError, OSError):
        pass


def _end(process, pid, log):
    """End a server: it ends with its input."""
    if os.getpid() != pid:
        return
    log.close()
    try:
        process.stdin.close()
    except OSError:
        pass
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()


_shared = None
_sharing = threading.Lock()


def shared():
    """Return the server that all runs of this process share, started when it is needed first."""
    global _shared
    with _sharing:
        if _shared is None or _shared.closed or _shared._pid != os.getpid():
            _shared = Server()
            atexit.register(_shared.close)
        return _shared
