"""An environment for learning: pour a given mass out of the bottle.

    env = tumble.gym.Pour(target=0.01)
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step([0.5])

It has the interface of Gymnasium, and is one of its environments where gymnasium is installed. PourVector holds many
of them in one process of the program. The same seeds and actions give the same observations and rewards, to the bit.
"""

import math

import numpy as np

from ._run import load
from ._server import Server, shared

try:
    import gymnasium
except ImportError:
    gymnasium = None

_Base = gymnasium.Env if gymnasium else object


class Box:
    """A space of arrays between bounds; it stands for gymnasium.spaces.Box where that is not installed."""

    def __init__(self, low, high, dtype=np.float64):
        self.low, self.high, self.dtype = np.asarray(low, dtype), np.asarray(high, dtype), np.dtype(dtype)
        self.shape = self.low.shape
        self._random = np.random.default_rng()

    def seed(self, seed=None):
        """Begin the random stream of sample() anew."""
        self._random = np.random.default_rng(seed)

    def sample(self):
        """Return a random array of the space."""
        return self._random.uniform(np.maximum(self.low, -10), np.minimum(self.high, 10)).astype(self.dtype)

    def contains(self, x):
        """Return whether an array is in the space."""
        x = np.asarray(x)
        return x.shape == self.shape and bool((x >= self.low).all() and (x <= self.high).all())

    __contains__ = contains


def _box(low, high):
    low, high = np.array(low, float), np.array(high, float)
    return gymnasium.spaces.Box(low, high, dtype=np.float64) if gymnasium else Box(low, high)


FASTEST = math.radians(180)  # rate of tilting [rad/s] of the action 1
STEEPEST = math.radians(170)  # tilt [rad]
HEIGHT = 0.12  # of the handle of the bottle while it pours [m]
POURED = 0.03  # pills whose centre is lower are poured [m]


class Pour(_Base):
    """Pour a mass of pills out of the bottle, as exactly as possible.

    action -- (1,): rate of tilting the bottle, from -1 to 1 times 180°/s, for one interval
    observation -- (5,): tilt [rad], rate of tilting [rad/s], poured mass [kg], target [kg], mass that fell out in the
        last interval [kg]
    reward -- by how much the last interval brought the poured mass nearer to the target, in parts of the target;
        all rewards of a perfect episode add up to 1
    terminated -- the target is reached within half a pill, or exceeded by a tenth
    truncated -- the time limit is reached

    target -- mass to pour [kg]; fill -- mass of the pills in the bottle [kg]
    interval -- time between two actions [s]; limit -- longest time of an episode [s]
    """

    metadata = {"render_modes": []}
    if not gymnasium:
        np_random = render_mode = spec = None

        @property
        def unwrapped(self):
            """This environment."""
            return self

    def __init__(self, target=0.01, fill=0.03, interval=0.02, limit=3.0, server=None):
        self.target, self.fill, self.interval, self.limit = target, fill, interval, limit
        self.action_space = _box([-1], [1])
        self.observation_space = _box([0, -FASTEST, 0, 0, 0], [STEEPEST, FASTEST, np.inf, np.inf, np.inf])
        self._server = server or shared()
        self._filled, self._keep = {}, 8  # runs with a full bottle, by their seeds, and how many of them are kept
        self._run = None

    def reset(self, *, seed=None, options=None):
        """Begin an episode with a bottle that was filled with a seed, and return (observation, info)."""
        if gymnasium:
            super().reset(seed=seed)
        elif seed is not None or self.np_random is None:
            self.np_random = np.random.default_rng(seed)
        self._begin(int(self.np_random.integers(1 << 31)) if seed is None else seed)
        return self._observe(), {"seed": self._run.seed}

    def _begin(self, seed):
        if seed not in self._filled:
            if len(self._filled) >= self._keep:  # each holds a world
                self._filled.pop(next(iter(self._filled))).close()
            self._filled[seed] = self._fill(seed)
        if self._run:
            self._run.close()
        self._run = self._filled[seed].fork()
        self._start, self._angle, self._rate, self._poured, self._fell = self._run.time, 0.0, 0.0, 0.0, 0.0

    def _fill(self, seed):
        """Return a run in which the bottle is full, closed by nothing, lifted and at rest."""
        run = load(
            "bottle",
            seed=int(seed),
            workers=1,
            server=self._server,
            set={
                "feed.maxMass": self.fill,
                "motions": [{"name": "pour", "body": "bottle", "keys": [{"time": 0, "position": [0, 0, HEIGHT]}]}],
                "bottle.center": [0, 0, HEIGHT],
                "bottle.shift": [0.056, 0.027 + HEIGHT - 0.04, -0.01],
                "feed.origin": [0, 0, 0.17 + HEIGHT - 0.04],
            },
        )
        before = -1
        while len(run.bodies) != before:  # the inlet is done when no pill has come for a while
            before = len(run.bodies)
            run.until(run.time + 0.1)
        run.until(run.time + 0.1)
        return run

    def step(self, action):
        """Tilt the bottle for one interval; return (observation, reward, terminated, truncated, info)."""
        self._run.until(self._act(action))
        return self._result()

    def _act(self, action):
        """Give the bottle its motion, and return the time at which the interval ends."""
        run, rate = self._run, float(np.clip(np.asarray(action, float).reshape(-1)[0], -1, 1)) * FASTEST
        angle = min(max(self._angle + rate * self.interval, 0.0), STEEPEST)
        rate = (angle - self._angle) / self.interval  # less where the bottle can go no further
        self._rate, self._angle = min(max(rate, -FASTEST), FASTEST), angle
        end = run.time + self.interval
        run.add_key("pour", end, [0, 0, HEIGHT], [math.cos(angle / 2), math.sin(angle / 2), 0, 0])
        return end

    def _result(self):
        before = self._poured
        observation = self._observe()
        self._fell = observation[4] = self._poured - before
        reward = (abs(self.target - before) - abs(self.target - self._poured)) / self.target
        pill = self._pill
        done = abs(self._poured - self.target) <= pill / 2 or self._poured > 1.1 * self.target + pill
        late = self._run.time - self._start >= self.limit - self.interval / 2
        return observation, float(reward), bool(done), bool(late and not done), {"poured": self._poured}

    def _observe(self):
        read = self._run.bodies.read("position", "mass")
        moved = read["mass"] > 0
        self._pill = read["mass"][moved].mean()
        self._poured = float(read["mass"][moved & (read["position"][:, 2] < POURED)].sum())
        return np.array([self._angle, self._rate, self._poured, self.target, self._fell])

    def shot(self, width=1280, height=720):
        """Return a picture of the episode; see Run.shot."""
        return self._run.shot(width, height)

    def close(self):
        """End all worlds of the environment."""
        for run in [*self._filled.values(), *([self._run] if self._run else [])]:
            run.close()
        self._filled, self._run = {}, None


def _same_step():
    """Return what says that episodes are reset in the step in which they end."""
    try:
        return gymnasium.vector.AutoresetMode.SAME_STEP
    except AttributeError:  # without gymnasium, or before its version 1.1
        return "SameStep"


class PourVector:
    """Many bottles at once, in one process of the program: arrays have a row for each.

    An episode that ends is reset in the same step, with a new seed of its own stream: info["final_obs"] has its last
    observation, and info["_final_obs"] is a mask of the episodes that have one.
    """

    metadata = {"render_modes": [], "autoreset_mode": _same_step()}
    render_mode, spec, closed = None, None, False

    def __init__(self, count, **arguments):
        server = arguments.setdefault("server", Server())
        self.num_envs, self._server = count, server
        self._all = [Pour(**arguments) for _ in range(count)]
        for env in self._all:  # episodes with one seed begin with one bottle
            env._filled, env._keep = self._all[0]._filled, max(8, count)
        self.single_action_space = one = self._all[0].action_space
        self.single_observation_space = seen = self._all[0].observation_space
        self.action_space = _box(np.tile(one.low, (count, 1)), np.tile(one.high, (count, 1)))
        self.observation_space = _box(np.tile(seen.low, (count, 1)), np.tile(seen.high, (count, 1)))

    @property
    def unwrapped(self):
        """This environment."""
        return self

    def reset(self, *, seed=None, options=None):
        """Begin all episodes, and return (observations (count, 5), info).

        seed -- the first one of seeds that count up, or a seed for each
        """
        seeds = list(seed) if np.ndim(seed) else [None if seed is None else seed + i for i in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise ValueError("there must be %d seeds, got %d" % (self.num_envs, len(seeds)))
        got = [e.reset(seed=s) for e, s in zip(self._all, seeds)]
        return np.array([o for o, _ in got]), {"seed": np.array([i["seed"] for _, i in got])}

    def step(self, actions):
        """Tilt all bottles, actions (count, 1); return arrays of what Pour.step returns."""
        asked = []
        for env, action in zip(self._all, actions):
            asked.append(("until", {"world": env._run._world, "time": env._act(action)}))
            env._run._forget()
        for env, status in zip(self._all, self._server.calls(asked)):  # the worlds step at the same time
            env._run._status = status
        results = [env._result() for env in self._all]
        observations, rewards, done, late, infos = zip(*results)
        observations, final = list(observations), np.full(self.num_envs, None)
        for i, env in enumerate(self._all):
            if done[i] or late[i]:
                final[i], (observations[i], _) = observations[i], env.reset()
        info = {"poured": np.array([x["poured"] for x in infos])}
        if any(done) or any(late):
            info.update({"final_obs": final, "_final_obs": np.logical_or(done, late)})
        return np.array(observations), np.array(rewards), np.array(done), np.array(late), info

    def close(self):
        """End all worlds and their process."""
        for env in self._all:
            env.close()
        self._server.close()
        self.closed = True
