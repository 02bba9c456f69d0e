#include "frame.glsl"
// The drawn rectangle of a wall.
uniform vec4 origin; // lower corner [m]
uniform vec4 edgeU;  // along the first side [m]; w: its length
uniform vec4 edgeV;
out vec3 point;
out vec2 place; // 0..1 over the whole rectangle
uniform vec4 part; // of the rectangle that this quad covers: lower and upper corner, 0..1

void main() {
	place = mix(part.xy, part.zw, vec2(gl_VertexID & 1, gl_VertexID >> 1));
	point = origin.xyz + edgeU.xyz * place.x + edgeV.xyz * place.y;
	gl_Position = viewProj * vec4(point, 1.0);
}
