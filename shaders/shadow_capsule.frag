flat in vec4 fTilt;
flat in vec3 fMiddle;
in vec2 place;

void main() {
	// The light meets the side at the point y of the axis, or else an end. The surface there
	// is that of the sphere round that point, for the side too.
	float side = fMiddle.x - place.y * place.y;
	float y = (place.x + sqrt(max(side, 0.0)) * fTilt.x) * fTilt.z;
	float e = clamp(y, -fTilt.w, fTilt.w), along = place.x - e * fTilt.y;
	float square = side - along * along;
	if (square < 0.0) discard;
	gl_FragDepth = fMiddle.y - (e * fTilt.x + sqrt(square)) * fMiddle.z;
}
