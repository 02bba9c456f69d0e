import { clamp, dot } from "./vector.js";
// Lays out what is drawn round the bodies: the box of the scene, the maps of the key light, and sheets, which are
// the drawn parts of walls.

// Box is what maps and floor are fitted to. It stands still while what it holds moves about in it.
export class Stage {
	// follow takes the box round what there is: it grows with room to spare, and shrinks when it is too large.
	follow(lo, hi) {
		const size = Math.hypot(...hi.map((x, k) => x - lo[k]));
		let holds = this.lo && size >= 0.7 * Math.hypot(...this.hi.map((x, k) => x - this.lo[k]));
		for (let k = 0; holds && k < 3; k++) holds = lo[k] >= this.lo[k] && hi[k] <= this.hi[k];
		if (holds) return;
		const room = this.lo ? 0.06 * size : 0;
		this.lo = lo.map((x) => x - room);
		this.hi = hi.map((x) => x + room);
	}
}

// contents returns the box round what casts shadows: what is near the core of the scene.
export function contents(now, boxes, moved) {
	const lo = [Infinity, Infinity, Infinity], hi = [-Infinity, -Infinity, -Infinity], c = now.core;
	const grow = (p, r) => {
		for (let k = 0; k < 3; k++) {
			lo[k] = Math.min(lo[k], p[k] - r);
			hi[k] = Math.max(hi[k], p[k] + r);
		}
	};
	const limited = c[0] < c[3];
	for (let n = 0; n < now.count; n++) {
		const p = now.place.subarray(8 * n, 8 * n + 8);
		let near = true;
		for (let k = 0; limited && k < 3; k++) {
			const room = c[k + 3] - c[k];
			near = near && p[k] >= c[k] - room && p[k] <= c[k + 3] + room;
		}
		if (near) grow(p, p[3] + p[7]);
	}
	for (const m of now.meshes) for (const corner of boxes[m.mesh]) grow(moved(m.model, corner), 0);
	for (const y of now.cylinders) {
		for (const s of [-y.half, y.half]) grow(y.point.map((x, k) => x + s * y.axis[k]), y.radius);
	}
	return lo[0] > hi[0] ? [c.slice(0, 3), c.slice(3)] : [lo, hi];
}

// floorOf returns the highest wall that lies flat and pushes up or both ways, if there is one.
export function floorOf(walls) {
	let best = null;
	for (const w of walls) {
		if (w.axis === 2 && w.sense >= 0 && (!best || w.position > best.position)) best = w;
	}
	return best;
}

// sheetOf lays out a wall: its own rectangle, or one over the scene that stops at the walls across it. The scene
// is its middle, radius and box, and the reach of all bodies that are not far off.
export function sheetOf(wall, walls, scene, eye) {
	const u = (wall.axis + 1) % 3, v = (wall.axis + 2) % 3;
	const side = eye[wall.axis] >= wall.position ? 1 : -1;
	const s = { wall, side, front: (scene.center[wall.axis] - wall.position) * side < 0, closed: [0, 0, 0, 0] };
	const free = !(wall.lo && wall.lo[0] < wall.hi[0] && wall.lo[1] < wall.hi[1]);
	if (!free) [s.lo, s.hi] = [[...wall.lo], [...wall.hi]];
	else if (wall.axis === 2) {
		const r = 2.5 * scene.radius;
		[s.lo, s.hi] = [[scene.center[u] - r, scene.center[v] - r], [scene.center[u] + r, scene.center[v] + r]];
	} else {
		const [low, high] = scene.frame ?? [scene.lo, scene.hi];
		const room = 0.3 * Math.min(high[u] - low[u], high[v] - low[v]);
		[s.lo, s.hi] = [[low[u] - room, low[v] - room], [high[u] + room, high[v] + room]];
	}
	if (wall.axis === 2) widen(s, scene);
	for (const k of [0, 1]) stop(s, walls, scene, k, free);
	return s.lo[0] < s.hi[0] && s.lo[1] < s.hi[1] ? s : null;
}

const rimShare = 0.22; // of the shorter side, over which a sheet ends softly

// widen lets a wall that lies flat begin to end only beyond the farthest body.
function widen(s, scene) {
	const rim = rimShare * Math.min(s.hi[0] - s.lo[0], s.hi[1] - s.lo[1]);
	for (const k of [0, 1]) {
		const lo = scene.reach[0][k], hi = scene.reach[1][k];
		if (lo - rim >= s.lo[k] && hi + rim <= s.hi[k]) continue;
		[s.lo[k], s.hi[k]] = [Math.min(s.lo[k], lo), Math.max(s.hi[k], hi)];
		const room = (rimShare / (1 - 2 * rimShare)) * (s.hi[k] - s.lo[k]);
		[s.lo[k], s.hi[k]] = [Math.min(s.lo[k], lo - room), Math.max(s.hi[k], hi + room)];
	}
}

// stop ends a sheet at the walls across its k-th direction.
function stop(s, walls, scene, k, free) {
	const axis = (s.wall.axis + 1 + k) % 3, near = 1e-3 * (s.hi[k] - s.lo[k]);
	for (const w of walls) {
		if (w.axis !== axis) continue;
		const below = w.sense > 0 || (w.sense === 0 && w.position < scene.center[axis]);
		if (below && ((free && w.position >= s.lo[k]) || Math.abs(w.position - s.lo[k]) < near)) {
			[s.lo[k], s.closed[k]] = [w.position, 1];
		} else if (!below && ((free && w.position <= s.hi[k]) || Math.abs(w.position - s.hi[k]) < near)) {
			[s.hi[k], s.closed[2 + k]] = [w.position, 1];
		}
	}
}

// lightMap returns the transform from the global frame to the maps of the key light, from 0 to 1, the size of a
// texel and the range of depth [m]. Its size goes in steps and its middle in whole texels, so that shadows do
// not shimmer while bodies move.
export function lightMap(center, radius, key, x, y, resolution) {
	const step = 2 ** (Math.ceil(Math.log2(radius)) - 3), half = Math.ceil(radius / step) * step * 1.05;
	const texel = (2 * half) / resolution, snap = (v) => Math.floor(v / texel) * texel, s = 0.5 / half;
	const cx = snap(dot(center, x)), cy = snap(dot(center, y)), cz = dot(center, key);
	return { texel, depth: 2 * half, matrix: [
		s * x[0], s * y[0], -s * key[0], 0, s * x[1], s * y[1], -s * key[1], 0, s * x[2], s * y[2], -s * key[2], 0,
		0.5 - s * cx, 0.5 - s * cy, 0.5 + s * cz, 1,
	] };
}

// veiled returns the part of the map of soft shadow that the shadows of meshes can reach, lower and upper corner.
export function veiled(now, boxes, map, moved, level, key, tangent) {
	const part = [Infinity, Infinity, -Infinity, -Infinity];
	for (const m of now.meshes) {
		for (const corner of boxes[m.mesh]) {
			const p = moved(m.model, corner), q = moved(map.matrix, p);
			const room = (1.2 * (Math.abs(p[2] - level) / key[2]) * tangent) / map.depth + 2 / 160;
			for (const k of [0, 1]) {
				part[k] = Math.min(part[k], q[k] - room);
				part[k + 2] = Math.max(part[k + 2], q[k] + room);
			}
		}
	}
	return part.map((x) => clamp(x, 0, 1));
}

// niceAbove returns the smallest number 1, 2 or 5 times a power of ten that is at least x.
export function niceAbove(x) {
	const p = 10 ** Math.floor(Math.log10(x));
	return [1, 2, 5, 10].map((m) => m * p).find((m) => m >= x * (1 - 1e-9));
}
