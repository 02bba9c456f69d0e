// cutOpen lets the planes that cut take their part of a capsule that a line of sight meets at m (see
// meet), along d. It reports whether the line meets the cut, whose normal is face; m is of the
// cut then. The fragment is discarded where nothing is left of the capsule. What planes leave is
// convex, as the capsule is, so the line is in it from the last entry to the first exit.
bool cutOpen(vec3 d, vec3 axis, float halfLength, float radius, inout vec3 m, out vec3 face) {
	float first = -1e30, last = 1e30;
	face = vec3(0.0);
	for (int i = 0; i < 3; i++) {
		float along = dot(fCut[i].xyz, d), room = fCut[i].w - dot(fCut[i].xyz, fCorner.xyz);
		if (along > 1e-7) {
			last = min(last, room / along);
		} else if (along < -1e-7) {
			if (room / along > first) face = fCut[i].xyz;
			first = max(first, room / along);
		} else if (room < 0.0) {
			discard;
		}
	}
	if (max(first, m.x) > last) discard;
	if (first <= m.x) return false;
	vec3 p = fCorner.xyz + d * first;
	float e = clamp(dot(p, axis), -halfLength, halfLength);
	float inside = radius - length(p - e * axis);
	if (inside < 0.0) discard;
	m = vec3(first, min(m.y, inside), e);
	return true;
}
