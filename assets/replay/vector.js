// Vectors are arrays of three numbers, quaternions of four (w, x, y, z), matrices of sixteen by columns.

export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a, k) => [k * a[0], k * a[1], k * a[2]];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const norm = (a) => Math.sqrt(dot(a, a));
export const unit = (a) => scale(a, 1 / (norm(a) || 1));
export const clamp = (x, lo, hi) => Math.max(lo, Math.min(x, hi));
export const mix = (a, b, t) => a + (b - a) * t;

// turn rotates a vector by a quaternion.
export function turn(q, v) {
	const u = [q[1], q[2], q[3]], t = scale(cross(u, v), 2);
	return add(add(v, scale(t, q[0])), cross(u, t));
}

// compose returns the rotation by b and then by a.
export function compose(a, b) {
	return [
		a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
		a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
	];
}

// placement returns the matrix of a rotation and a shift.
export function placement(q, p) {
	const x = turn(q, [1, 0, 0]), y = turn(q, [0, 1, 0]), z = turn(q, [0, 0, 1]);
	return [...x, 0, ...y, 0, ...z, 0, ...p, 1];
}

// product returns the matrix a b.
export function product(a, b) {
	const c = new Array(16);
	for (let j = 0; j < 4; j++) {
		for (let i = 0; i < 4; i++) {
			c[4 * j + i] = a[i] * b[4 * j] + a[4 + i] * b[4 * j + 1] + a[8 + i] * b[4 * j + 2] + a[12 + i] * b[4 * j + 3];
		}
	}
	return c;
}

// moved returns a point as a placement moves it.
export function moved(m, p) {
	return [0, 1, 2].map((i) => m[i] * p[0] + m[4 + i] * p[1] + m[8 + i] * p[2] + m[12 + i]);
}
