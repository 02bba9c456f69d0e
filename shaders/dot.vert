#include "frame.glsl"
// A mark of constant size at a point.
layout(location = 0) in vec4 pointSize; // w: diameter [px]
layout(location = 1) in vec4 markColor;
layout(location = 2) in vec4 markKind;  // x: 0 disk, 1 ring
flat out vec4 fColor;
flat out vec2 shape; // radius [px], kind
out vec2 place;      // [px]

void main() {
	fColor = markColor;
	float radius = 0.5 * pointSize.w * screen.z;
	shape = vec2(radius, markKind.x);
	place = (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0) * (radius + 2.5);
	vec4 p = viewProj * vec4(pointSize.xyz, 1.0);
	gl_Position = p + vec4(place / (0.5 * screen.xy) * p.w, 0.0, 0.0);
}
