import { add, clamp, dot, norm, scale } from "./vector.js";
import { normalTint, tangentialTint } from "./look.js";
// Lays out the arrows of contact forces: on each body that forces move, along the normal, and a thinner one for
// friction.

const mostMarks = 2000; // contacts that are marked: those of the strongest forces

// roundUp returns x rounded up to two digits.
export function roundUp(x) {
	const p = 10 ** (Math.floor(Math.log10(x)) - 1);
	return Math.ceil((x / p) * (1 - 1e-9)) * p;
}

// strongest returns the force that has the full length: the largest, unless few are so large.
export function strongest(all, from, to) {
	const sizes = [];
	for (let i = from; i < to; i++) sizes.push(norm(all.normal.subarray(3 * i, 3 * i + 3)));
	sizes.sort((a, b) => a - b);
	const last = sizes.length - 1;
	return last < 0 ? 0 : Math.min(sizes[last], 1.25 * sizes[last - Math.floor(sizes.length / 30)]);
}

// marks returns the contacts that get arrows, from the farthest to the nearest, fainter where they are farther.
function marks(all, from, to, f) {
	let list = [];
	for (let i = from; i < to; i++) {
		const normal = all.normal.subarray(3 * i, 3 * i + 3), shear = all.shear.subarray(3 * i, 3 * i + 3);
		const point = all.point.subarray(3 * i, 3 * i + 3), size = Math.hypot(norm(normal), norm(shear));
		list.push({ i, normal, shear, point, size });
	}
	if (list.length > mostMarks) list = list.sort((a, b) => b.size - a.size).slice(0, mostMarks);
	const back = f.camera.back(), middle = dot(f.scene.center, back);
	const extent = back.reduce((sum, b, k) => sum + Math.abs(b) * (f.scene.hi[k] - f.scene.lo[k]), 0);
	for (const m of list) {
		m.depth = dot(m.point, back);
		m.opacity = 0.3 + 0.7 * clamp(0.5 + (m.depth - middle) / Math.max(extent, 1e-9), 0, 1) ** 2;
	}
	return list.sort((a, b) => a.depth - b.depth);
}

// arrowsOf returns the arrows of the contacts from one to another, as shaders take them: a force of 1 N is so many
// metres long. A pixel has f.pixel metres.
export function arrowsOf(all, from, to, f, metres) {
	const list = [];
	const put = (m, vector, length, width, color) => {
		let v = scale(vector, length), pixels = norm(v) / f.pixel / f.scale;
		if (!(pixels > 1.5)) return;
		const most = 120; // [px]
		if (pixels > most) [v, pixels] = [scale(v, most / pixels), most];
		const w = width * clamp(0.16 * pixels, 1.2, 3.5);
		list.push({ from: [...m.point, w], to: [...add(m.point, v), Math.min(3.2 * w, 0.7 * pixels)], color,
			alpha: Math.round(255 * m.opacity) });
	};
	for (const m of marks(all, from, to, f)) {
		for (const [bit, side] of [[1, 1], [2, -1]]) {
			if (!(all.moves[m.i] & bit)) continue;
			put(m, m.normal, side * metres, 1, normalTint);
			put(m, m.shear, side * metres, 0.75, tangentialTint);
		}
	}
	return list;
}
