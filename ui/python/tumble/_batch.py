"""Many runs."""

import concurrent.futures
import threading

from ._run import load
from ._server import Server


def batch(scenes, *, until=None, read=None, workers=2, set=None):
    """Carry out many runs, some at a time, and yield (index, result) as they end.

    scenes -- what load() takes as scene, or dicts of its arguments: {"scene": "bottle", "seed": 3}
    until -- what Run.until() takes; the scenes' own ends without it
    read -- read(run) returns the result, from the end of the run; without it the result is the hash
    workers -- how many runs at a time, each on one core
    set -- settings of all runs, by path

    The bits are those of the runs one by one. A run that fails yields its exception as the result.
    """
    read = read or (lambda run: run.hash)
    held = threading.local()
    servers = []

    def one(scene):
        if not hasattr(held, "server"):
            held.server = Server()
            servers.append(held.server)
        given = dict(scene) if isinstance(scene, dict) and "scene" in scene else {"scene": scene}
        given["set"] = {**(set or {}), **(given.get("set") or {})}
        given.setdefault("workers", 1)
        with load(server=held.server, **given) as run:
            run.until(until)
            return read(run)

    pool = concurrent.futures.ThreadPoolExecutor(workers)
    try:
        waiting = {pool.submit(one, scene): i for i, scene in enumerate(scenes)}
        for done in concurrent.futures.as_completed(waiting):
            yield waiting[done], done.exception() or done.result()
    finally:  # also where the caller breaks off
        for job in waiting:
            job.cancel()
        for server in servers:
            server._process.kill()
        pool.shutdown(wait=True)
        for server in servers:
            server.close()
