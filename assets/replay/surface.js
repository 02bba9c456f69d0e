import { cross, dot, norm, scale, sub, unit } from "./vector.js";
// Makes of a mesh what shaders draw: corners with smooth normals, and edges with the normals on both sides.

const crease = 0.883; // cosine of the angle between faces up to which a mesh looks round there

function cornersOf(mesh) {
	const v = (i) => [mesh.vertices[3 * i], mesh.vertices[3 * i + 1], mesh.vertices[3 * i + 2]];
	const faces = [];
	for (let t = 0; t < mesh.triangles.length; t += 3) {
		const index = [mesh.triangles[t], mesh.triangles[t + 1], mesh.triangles[t + 2]], p = index.map(v);
		const n = cross(sub(p[1], p[0]), sub(p[2], p[0]));
		faces.push({ index, p, normal: norm(n) > 0 ? unit(n) : [0, 0, 1] });
	}
	return faces;
}

// surfaceOf returns positions, normals and indices. Normals are smooth across edges below the crease angle: the
// mean of the faces round the vertex, weighted by their angle there (Thürmer and Wüthrich, 1998).
export function surfaceOf(mesh) {
	const faces = cornersOf(mesh), around = Array.from({ length: mesh.vertices.length / 3 }, () => []);
	for (const f of faces) {
		for (let k = 0; k < 3; k++) {
			const u = sub(f.p[(k + 1) % 3], f.p[k]), v = sub(f.p[(k + 2) % 3], f.p[k]), l = norm(u) * norm(v);
			const angle = Math.acos(Math.max(-1, Math.min(dot(u, v) / l, 1)));
			if (l > 0) around[f.index[k]].push({ normal: f.normal, angle });
		}
	}
	const positions = [], normals = [], indices = [], made = around.map(() => []);
	for (const f of faces) {
		for (let k = 0; k < 3; k++) {
			let n = [0, 0, 0];
			for (const a of around[f.index[k]]) {
				if (dot(a.normal, f.normal) >= crease) n = n.map((x, i) => x + a.angle * a.normal[i]);
			}
			n = norm(n) > 0 ? unit(n) : f.normal;
			let at = made[f.index[k]].find((i) => dot(n, normals.slice(3 * i, 3 * i + 3)) > 0.99999);
			if (at === undefined) {
				at = positions.length / 3;
				positions.push(...f.p[k]);
				normals.push(...n);
				made[f.index[k]].push(at);
			}
			indices.push(at);
		}
	}
	return { positions, normals, indices };
}

// edgesOf returns every edge once: from (w: 1 if it is worth drawing from everywhere), to, and the normals of the
// faces at it. One with one face only is worth drawing.
export function edgesOf(mesh) {
	const faces = cornersOf(mesh), found = new Map(), list = [];
	const key = (a, b) => Math.min(a, b) * 0x4000000 + Math.max(a, b);
	for (const f of faces) {
		for (let k = 0; k < 3; k++) {
			const a = f.index[k], b = f.index[(k + 1) % 3], other = found.get(key(a, b));
			if (other) {
				other.b = f.normal;
				other.marked = false;
				continue;
			}
			const edge = { from: f.p[k], to: f.p[(k + 1) % 3], a: f.normal, b: f.normal, marked: true };
			found.set(key(a, b), edge);
			list.push(edge);
		}
	}
	for (let i = 0; i < mesh.edges.length; i += 2) {
		const edge = found.get(key(mesh.edges[i], mesh.edges[i + 1]));
		if (edge) edge.marked = true;
	}
	return list;
}

// boxOf returns the eight corners of the box round a mesh.
export function boxOf(mesh) {
	const lo = [Infinity, Infinity, Infinity], hi = [-Infinity, -Infinity, -Infinity];
	mesh.vertices.forEach((x, i) => {
		lo[i % 3] = Math.min(lo[i % 3], x);
		hi[i % 3] = Math.max(hi[i % 3], x);
	});
	return Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((k) => ((i >> k) & 1 ? hi[k] : lo[k])));
}

// meshRay returns how far along a ray, in the mesh's frame, the first triangle is [m], Infinity if there is none.
export function meshRay(mesh, origin, direction) {
	let best = Infinity;
	for (const f of (mesh.faces ??= cornersOf(mesh))) {
		const e = sub(f.p[1], f.p[0]), g = sub(f.p[2], f.p[0]), h = cross(direction, g), det = dot(e, h);
		if (Math.abs(det) < 1e-18) continue;
		const s = scale(sub(origin, f.p[0]), 1 / det), u = dot(s, h), q = cross(s, e), v = dot(direction, q);
		const t = dot(g, q);
		if (u >= 0 && v >= 0 && u + v <= 1 && t > 0) best = Math.min(best, t);
	}
	return best;
}
