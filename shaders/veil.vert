// A part of the light's map of soft shadow.
uniform vec4 part; // its lower and upper corner, 0..1
out vec2 place;

void main() {
	place = mix(part.xy, part.zw, vec2(gl_VertexID & 1, gl_VertexID >> 1));
	gl_Position = vec4(place * 2.0 - 1.0, 0.0, 1.0);
}
