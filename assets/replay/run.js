import { add, compose, dot, mix, placement, scale, sub, turn } from "./vector.js";
import { boxOf, meshRay } from "./surface.js";
// A run: what is where at a time.

export class Run {
	constructor(head, poses, forces, meshes, slices = null) {
		Object.assign(this, { head, poses, forces, meshes, slices });
		this.carriers = new Set((head.sensors ?? []).map((s) => s.body).filter((track) => track !== undefined));
		this.begin = head.times[0];
		this.end = head.times[head.times.length - 1];
		this.boxes = meshes.map(boxOf);
		this.most = this.mostRounds();
		const speeds = poses.speed;
		this.fastest = 0;
		for (let i = 0; i < speeds.length; i++) {
			if (head.bodies[poses.track[i]].kind === "dynamic") this.fastest = Math.max(this.fastest, speeds[i]);
		}
	}

	// mostRounds returns the number of spheres and capsules of the moment that has most.
	mostRounds() {
		const rounds = this.head.templates.map((t) => t.filter((s) => s.kind === "round").length);
		const change = new Int32Array(this.head.times.length + 1);
		for (const b of this.head.bodies) {
			if (b.last < b.first) continue;
			change[b.first] += rounds[b.template];
			change[b.last + 1] -= rounds[b.template];
		}
		let now = 0, most = 0;
		for (const c of change) most = Math.max(most, (now += c));
		return most;
	}

	// liveliest returns the moment in which bodies have most kinetic energy of translation.
	liveliest() {
		const { rows, track, speed } = this.poses;
		let best = 0, most = 0;
		for (let f = 0; f < this.head.times.length; f++) {
			let energy = 0;
			for (let i = rows[f]; i < rows[f + 1]; i++) energy += this.head.bodies[track[i]].mass * speed[i] ** 2;
			if (energy > most) [best, most] = [f, energy];
		}
		return best;
	}

	// nearest returns the moment nearest to a time.
	nearest(time) {
		const f = this.before(time), t = this.head.times;
		return f + 1 < t.length && t[f + 1] - time < time - t[f] ? f + 1 : f;
	}

	// before returns the last moment at or before a time.
	before(time) {
		const t = this.head.times;
		let lo = 0, hi = t.length - 1;
		while (lo < hi) {
			const middle = (lo + hi + 1) >> 1;
			if (t[middle] <= time + 1e-9) lo = middle;
			else hi = middle - 1;
		}
		return lo;
	}

	// at returns what is there at a time between moments: bodies go straight and turn evenly from one to the next.
	// Its frame and the poses that it names are those of the nearest moment.
	at(time) {
		const frame = this.before(time), t = this.head.times, last = t.length - 1;
		const part = frame < last ? Math.max(0, Math.min((time - t[frame]) / (t[frame + 1] - t[frame]), 1)) : 0;
		const out = { frame: part < 0.5 ? frame : frame + 1, time, count: 0,
			place: new Float32Array(8 * this.most), colors: new Uint8Array(8 * this.most),
			pose: new Int32Array(this.most), meshes: [], walls: [], cylinders: [], core: this.head.core[frame],
			carriers: new Map() };
		const p = this.poses;
		let j = frame < last ? p.rows[frame + 1] : 0;
		const stop = frame < last ? p.rows[frame + 2] : 0;
		for (let i = p.rows[frame]; i < p.rows[frame + 1]; i++) {
			while (j < stop && p.track[j] < p.track[i]) j++;
			const next = part > 0 && j < stop && p.track[j] === p.track[i] ? j : i;
			this.put(out, i, next, part);
		}
		return out;
	}

	// pose returns the position and orientation of pose i, a part of the way on to pose j.
	pose(i, j, part) {
		const p = this.poses, position = [0, 0, 0], q = [0, 0, 0, 0];
		let side = 0;
		for (let k = 0; k < 4; k++) side += p.orientation[4 * i + k] * p.orientation[4 * j + k];
		for (let k = 0; k < 3; k++) position[k] = mix(p.position[3 * i + k], p.position[3 * j + k], part);
		let size = 0;
		for (let k = 0; k < 4; k++) {
			q[k] = mix(p.orientation[4 * i + k], Math.sign(side || 1) * p.orientation[4 * j + k], part);
			size += q[k] * q[k];
		}
		size = Math.sqrt(size) || 1;
		return [position, q.map((x) => x / size)];
	}

	// put adds the shapes of a body.
	put(out, i, j, part) {
		const near = part < 0.5 ? i : j, [position, q] = this.pose(i, j, part), track = this.poses.track[i];
		const body = this.head.bodies[track];
		if (this.carriers.has(track)) out.carriers.set(track, [position, q]);
		for (const s of this.head.templates[body.template]) {
			const at = add(position, turn(q, s.position));
			switch (s.kind) {
			case "round": {
				const axis = turn(q, (s.axisX ??= turn(s.orientation, [1, 0, 0]))), n = out.count++;
				out.place.set([...at, s.half ?? 0, ...axis, s.radius], 8 * n);
				out.colors.set(s.colors[0], 8 * n);
				out.colors.set(s.colors[1], 8 * n + 4);
				out.pose[n] = near;
				break;
			}
			case "mesh": {
				const model = placement(compose(q, s.orientation), at);
				out.meshes.push({ mesh: s.mesh ?? 0, model, color: s.colors[0], pose: near, position: at,
					turn: compose(q, s.orientation) });
				break;
			}
			case "wall":
				out.walls.push({ axis: s.axis ?? 0, sense: s.sense ?? 0, position: position[s.axis ?? 0], lo: s.lo, hi: s.hi,
					color: s.colors[0], pose: near });
				break;
			case "cylinder": {
				const full = compose(q, s.orientation);
				out.cylinders.push({ point: at, axis: turn(full, [1, 0, 0]), side: turn(full, [0, 1, 0]), radius: s.radius,
					half: s.half ?? 0, inside: !!s.inside, color: s.colors[0], pose: near });
			}
			}
		}
	}

	// outlines returns the lines of regions and planes where they are at a moment.
	outlines(now) {
		return (this.head.sensors ?? []).flatMap((s) => {
			if (s.body === undefined) return s.lines;
			const carrier = now.carriers.get(s.body);
			if (!carrier) return []; // its body is not there
			return s.lines.map((line) => line.map((p) => add(carrier[0], turn(carrier[1], p))));
		});
	}

	// slice returns the slice that a moment shows, with the time of which it is; null if the run has none.
	slice(frame) {
		const h = this.head.slice;
		return h && this.slices ? { ...this.slices[h.of[frame]], time: h.times[h.of[frame]] } : null;
	}

	// partsFrom returns the first moment, at or after a moment of this run, in which a body is elsewhere than in another
	// run, by more than poses are rounded; -1 if there is none.
	partsFrom(other, first) {
		const near = 2 * (this.head.quantum.position + other.head.quantum.position), p = this.poses, q = other.poses;
		for (let f = first; f < this.head.times.length; f++) {
			const g = other.nearest(this.head.times[f]), count = p.rows[f + 1] - p.rows[f];
			if (count !== q.rows[g + 1] - q.rows[g]) return f;
			for (let i = 3 * p.rows[f], j = 3 * q.rows[g]; i < 3 * p.rows[f + 1]; i++, j++) {
				if (Math.abs(p.position[i] - q.position[j]) > near) return f;
			}
		}
		return -1;
	}

	// pick returns the pose of what a ray meets first, -1 if it meets nothing. Spheres and capsules come before
	// meshes, through which they are seen.
	pick(now, origin, direction) {
		let best = Infinity, found = -1;
		for (let n = 0; n < now.count; n++) {
			const t = capsuleRay(now.place.subarray(8 * n, 8 * n + 8), origin, direction);
			if (t < best) [best, found] = [t, now.pose[n]];
		}
		if (found >= 0) return found;
		for (const m of now.meshes) {
			const back = [m.turn[0], -m.turn[1], -m.turn[2], -m.turn[3]];
			const t = meshRay(this.meshes[m.mesh], turn(back, sub(origin, m.position)), turn(back, direction));
			if (t < best) [best, found] = [t, m.pose];
		}
		return found;
	}

	// about returns what is told of the body of a pose.
	about(i) {
		const p = this.poses, body = this.head.bodies[p.track[i]], template = this.head.templates[body.template];
		return { id: body.id, name: body.name, kind: body.kind, mass: body.mass,
			material: this.head.materials[template[0].material], speed: p.speed[i], spin: p.spin[i],
			position: [...p.position.subarray(3 * i, 3 * i + 3)] };
	}
}

// capsuleRay returns how far along a ray a capsule is met [m], Infinity if it is not. The capsule is that of
// eight numbers: centre, half length, axis, radius.
export function capsuleRay(c, origin, direction) {
	const center = [c[0], c[1], c[2]], axis = [c[4], c[5], c[6]], half = c[3], radius = c[7];
	const o = sub(origin, center);
	// The nearest point of the way to the centre, from where single numbers are exact enough.
	const near = -dot(o, direction), p = add(o, scale(direction, near));
	if (dot(p, p) > (half + radius) ** 2) return Infinity;
	let best = Infinity;
	const ball = (along) => {
		const q = sub(p, scale(axis, along)), b = dot(q, direction), h = b * b - dot(q, q) + radius * radius;
		if (h >= 0) best = Math.min(best, near - b - Math.sqrt(h));
	};
	const da = dot(direction, axis), pa = dot(p, axis), a = 1 - da * da;
	if (a > 1e-9 && half > 0) {
		const b = dot(p, direction) - pa * da, h = b * b - a * (dot(p, p) - pa * pa - radius * radius);
		const t = (-b - Math.sqrt(Math.max(h, 0))) / a;
		if (h >= 0 && Math.abs(pa + t * da) <= half) best = near + t;
	}
	ball(half);
	ball(-half);
	return best > 0 ? best : Infinity;
}
