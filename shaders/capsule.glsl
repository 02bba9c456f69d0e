// Intersection of a ray with a capsule whose middle is the origin. Formulas: I. Quilez,
// "Intersectors" (cylinder and spheres by quadratics), here from a point near the capsule,
// where single precision is enough at any distance of the eye.

// outline returns the distance from the line p + t d to the segment [m].
float outline(vec3 p, vec3 d, vec3 axis, float halfLength) {
	vec3 w = p - d * dot(p, d);
	vec3 a = axis - d * dot(axis, d);
	float s = clamp(dot(w, a) / max(dot(a, a), 1e-9), -halfLength, halfLength);
	return length(w - s * a);
}

// enter returns t of the first point on the capsule; a line that passes outside gets the
// point where it is nearest.
float enter(vec3 p, vec3 d, vec3 axis, float halfLength, float radius) {
	float da = dot(d, axis), pa = dot(p, axis);
	float a = max(1.0 - da * da, 1e-7);
	float b = dot(p, d) - pa * da;
	float c = dot(p, p) - pa * pa - radius * radius;
	float t = (-b - sqrt(max(b * b - a * c, 0.0))) / a;
	float y = pa + t * da;
	if (abs(y) > halfLength) {
		// Seen from the end, the cylinder says nothing: the cap that faces the eye is hit.
		float side = a < 1e-5 ? -sign(da) : sign(y);
		vec3 o = p - axis * (side * halfLength);
		b = dot(o, d);
		c = dot(o, o) - radius * radius;
		t = -b - sqrt(max(b * b - c, 0.0));
	}
	return t;
}
