#include "frame.glsl"
// One of the square tiles of the picture that outlines may be in.
layout(location = 0) in vec2 tile; // column and row, from the first row of the picture
uniform float side; // of a tile [px]

void main() {
	vec2 p = (tile + vec2(gl_VertexID & 1, gl_VertexID >> 1)) * side;
	gl_Position = vec4(p / screen.xy * 2.0 - 1.0, 0.0, 1.0);
}
