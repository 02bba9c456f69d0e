// Estimates how much of the sky bodies hide from each other, as the program's renderer does: every capsule is a
// few spheres, each of which hides (r/d)² (1/4 + n·u/2) of the sky from a surface with normal n.

const reach = 4; // typical radii to which a neighbour counts

// occlude fills for each capsule the hidden sky at its two ends, as bytes with signs: mean and gradient.
export function occlude(now, grain, shadeA, shadeB) {
	const cell = reach * grain, grid = collect(now, cell);
	for (let n = 0; n < now.count; n++) {
		hiddenAt(now, n, -1, grid, cell, shadeA);
		if (now.place[8 * n + 3] > 0) hiddenAt(now, n, 1, grid, cell, shadeB);
		else shadeB.set(shadeA.subarray(4 * n, 4 * n + 4), 4 * n);
	}
}

const hash = (x, y, z) => (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) | 0;

// collect bins the spheres of all capsules: five numbers each, place, radius and body.
function collect(now, cell) {
	const grid = new Map();
	for (let n = 0; n < now.count; n++) {
		const c = now.place.subarray(8 * n, 8 * n + 8), half = c[3], radius = c[7];
		const parts = half > 0 ? 1 + Math.min(Math.ceil(half / radius), 4) : 1;
		for (let k = 0; k < parts; k++) {
			const t = parts > 1 ? half * ((2 * k) / (parts - 1) - 1) : 0;
			const x = c[0] + t * c[4], y = c[1] + t * c[5], z = c[2] + t * c[6];
			const key = hash(Math.floor(x / cell), Math.floor(y / cell), Math.floor(z / cell));
			let list = grid.get(key);
			if (!list) grid.set(key, (list = []));
			list.push(x, y, z, radius, now.pose[n]);
		}
	}
	return grid;
}

function hiddenAt(now, n, end, grid, cell, out) {
	const c = now.place.subarray(8 * n, 8 * n + 8), along = end * c[3], body = now.pose[n], limit = cell * cell;
	const x = c[0] + along * c[4], y = c[1] + along * c[5], z = c[2] + along * c[6];
	const cx = Math.floor(x / cell), cy = Math.floor(y / cell), cz = Math.floor(z / cell);
	let mean = 0, gx = 0, gy = 0, gz = 0;
	for (let k = 0; k < 27; k++) {
		const list = grid.get(hash(cx + (k % 3) - 1, cy + (Math.floor(k / 3) % 3) - 1, cz + Math.floor(k / 9) - 1));
		if (!list) continue;
		for (let i = 0; i < list.length; i += 5) {
			const dx = list[i] - x, dy = list[i + 1] - y, dz = list[i + 2] - z, r2 = list[i + 3] * list[i + 3];
			let d2 = dx * dx + dy * dy + dz * dz;
			if (list[i + 4] === body || d2 > limit || d2 === 0) continue;
			d2 = Math.max(d2, r2);
			const w = (r2 / d2) * 1.35 * (1 - d2 / limit), g = (0.5 * w) / Math.sqrt(d2);
			mean += 0.25 * w;
			gx += g * dx;
			gy += g * dy;
			gz += g * dz;
		}
	}
	[mean, gx, gy, gz].forEach((v, k) => { out[4 * n + k] = Math.trunc(127 * Math.max(-1, Math.min(v, 1))); });
}
