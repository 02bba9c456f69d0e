#include "frame.glsl"
// A field in a slice, in pages: its cells are the points of a picture.
uniform vec4 corner; // [m]
uniform vec4 edgeU;  // sides from there [m]
uniform vec4 edgeV;
out vec2 place; // 0..1

void main() {
	place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
	gl_Position = viewProj * vec4(corner.xyz + place.x * edgeU.xyz + place.y * edgeV.xyz, 1.0);
}
