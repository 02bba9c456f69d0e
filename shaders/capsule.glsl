// What a line p + t d has of a capsule whose middle is the origin: t of the first point on
// it, and the distance by which the line passes inside the outline [m], negative outside,
// where t is of the nearest point. Formulas: I. Quilez, "Intersectors" (cylinder and
// spheres by quadratics), here from a point near the capsule, where single precision is
// enough at any distance of the eye.
vec2 meet(vec3 p, vec3 d, vec3 axis, float halfLength, float radius) {
	float rr = radius * radius;
	float da = dot(d, axis), pa = dot(p, axis);
	float a = max(1.0 - da * da, 1e-7);
	float b = dot(p, d) - pa * da;
	float h = b * b - a * (dot(p, p) - pa * pa - rr);
	float t = (-b - sqrt(max(h, 0.0))) / a;
	float y = pa + t * da;
	h /= a; // the square of half the chord, as if seen from the side
	if (abs(y) > halfLength) {
		// Seen from the end, the cylinder says nothing: the cap that faces the eye is hit.
		float side = a < 1e-5 ? -sign(da) : sign(y);
		vec3 o = p - axis * (side * halfLength);
		b = dot(o, d);
		h = b * b - dot(o, o) + rr;
		t = -b - sqrt(max(h, 0.0));
	}
	return vec2(t, radius - sqrt(max(rr - h, 0.0)));
}
