import { add, clamp, cross, dot, product, scale, sub } from "./vector.js";
// The camera orbits about a pivot, z up; angles are in degrees.

const rad = (degrees) => (degrees * Math.PI) / 180;

export class Camera {
	constructor() {
		Object.assign(this, { pivot: [0, 0, 0], distance: 1, azimuth: -60, elevation: 18, fov: 35 });
	}

	// back returns the unit vector from the pivot to the eye.
	back() {
		const a = rad(this.azimuth), e = rad(this.elevation);
		return [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)];
	}

	right() {
		const a = rad(this.azimuth);
		return [-Math.sin(a), Math.cos(a), 0];
	}

	up() { return cross(this.back(), this.right()); }

	eye() { return add(this.pivot, scale(this.back(), this.distance)); }

	clip() { return [0.02 * this.distance, 40 * this.distance]; }

	// tangent is of half the vertical angle of view. A picture that is higher than wide sees the same width.
	tangent() { return Math.tan(rad(this.fov) / 2); }

	halfHeight() { return this.distance * this.tangent(); }

	// matrix returns the transform from the global frame to clip space.
	matrix(aspect) {
		const r = this.right(), u = this.up(), b = this.back(), e = this.eye(), [near, far] = this.clip();
		const view = [r[0], u[0], b[0], 0, r[1], u[1], b[1], 0, r[2], u[2], b[2], 0, -dot(r, e), -dot(u, e), -dot(b, e), 1];
		const f = 1 / this.tangent();
		return product([f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / (near - far), -1,
			0, 0, (2 * far * near) / (near - far), 0], view);
	}

	// ray returns origin and direction through a point of the picture; x and y go from -1 to 1, right and up.
	ray(x, y, aspect) {
		const h = this.tangent();
		const d = add(add(scale(this.right(), x * h * aspect), scale(this.up(), y * h)), scale(this.back(), -1));
		return [this.eye(), scale(d, 1 / Math.sqrt(dot(d, d)))];
	}

	// orbit turns by pixels of a drag.
	orbit(dx, dy) {
		this.azimuth = ((this.azimuth - 0.35 * dx + 540) % 360) - 180;
		this.elevation = clamp(this.elevation + 0.35 * dy, -90, 90);
	}

	// pan moves so that what lies at the pivot follows a drag in a picture of that height [px].
	pan(dx, dy, height) {
		const f = (2 * this.halfHeight()) / height;
		this.pivot = add(sub(this.pivot, scale(this.right(), dx * f)), scale(this.up(), dy * f));
	}

	// zoom brings the eye nearer by a factor, so that what is at a place of the picture stays there.
	zoom(factor, x, y, aspect) {
		const h = this.halfHeight(), next = clamp(this.distance / factor, 1e-5, 1e5);
		const p = add(add(this.pivot, scale(this.right(), x * h * aspect)), scale(this.up(), y * h));
		this.pivot = add(p, scale(sub(this.pivot, p), next / this.distance));
		this.distance = next;
	}

	// frame goes just so far away that all of a box is in the picture, with a margin of 5 %.
	frame(lo, hi, aspect) {
		this.pivot = scale(add(lo, hi), 0.5);
		const r = this.right(), u = this.up(), b = this.back(), t = this.tangent();
		this.distance = 1e-5;
		for (let i = 0; i < 8; i++) {
			const d = sub([0, 1, 2].map((k) => ((i >> k) & 1 ? hi[k] : lo[k])), this.pivot);
			const reach = Math.max(Math.abs(dot(d, r)) / (t * aspect), Math.abs(dot(d, u)) / t);
			this.distance = Math.max(this.distance, 1.05 * (dot(d, b) + reach));
		}
	}
}
