// What a line p + t d has of a capsule whose middle is the origin: t of the first point on
// it, the distance by which the line passes inside the outline [m], negative outside, where
// t is of the nearest point, and where on the axis the point of the surface belongs [m].
// The line meets the side at y along the axis (I. Quilez, "Intersectors": the cylinder's
// quadratic), or beyond it an end; either way the surface there is that of the sphere round
// the nearest point of the axis. All of it is computed from a point near the capsule, where
// single precision is enough at any distance of the eye.
vec3 meet(vec3 p, vec3 d, vec3 axis, float halfLength, float radius) {
	float rr = radius * radius, da = dot(d, axis), pa = dot(p, axis), pd = dot(p, d), pp = dot(p, p);
	float a = 1.0 - da * da + 1e-7; // seen from the end, the cylinder says which end it is
	float b = pd - pa * da;
	float h = b * b - a * (pp - pa * pa - rr);
	float y = pa - da * ((b + sqrt(max(h, 0.0))) / a);
	float e = clamp(y, -halfLength, halfLength);
	float o = pd - e * da;
	float s = o * o - (pp + e * (e - 2.0 * pa)) + rr;
	// The square of half the chord as if seen from the side.
	float chord = y == e ? h / a : s;
	return vec3(-o - sqrt(max(s, 0.0)), radius - sqrt(max(rr - chord, 0.0)), e);
}
