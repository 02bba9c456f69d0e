#include "frame.glsl"
// The lines that stand for a capsule: one segment of the pattern, for one capsule.
layout(location = 0) in vec4 centerHalf;
layout(location = 1) in vec4 axisRadius;
layout(location = 2) in vec4 colorA;
layout(location = 3) in vec4 colorB;
layout(location = 6) in vec3 sideways; // unit vector that turns with the body
layout(location = 7) in vec4 fromTo;   // angle round the axis and latitude of both ends [rad]
layout(location = 8) in vec2 which;    // half of the capsule at both ends: -1, +1
layout(location = 9) in vec2 cornerOf; // along 0..1, across -1..1
uniform float width; // [px]
out float gl_ClipDistance[3];
flat out vec4 fColor;
flat out vec3 shape;
out vec2 place;

vec3 onCapsule(vec2 angles, float side) {
	vec3 axis = axisRadius.xyz, u = sideways, w = cross(axis, u);
	vec3 round = u * cos(angles.x) + w * sin(angles.x);
	vec3 n = round * cos(angles.y) + axis * sin(angles.y);
	return centerHalf.xyz + axis * (side * centerHalf.w) + n * axisRadius.w;
}

void main() {
	vec3 a = onCapsule(fromTo.xy, which.x), b = onCapsule(fromTo.zw, which.y);
	for (int i = 0; i < 3; i++) gl_ClipDistance[i] = mix(within(i, a), within(i, b), cornerOf.x);
	fColor = which.x + which.y < 0.0 ? colorA : colorB;
	vec4 p = viewProj * vec4(a, 1.0), q = viewProj * vec4(b, 1.0);
	if (p.z + p.w < 0.0 || q.z + q.w < 0.0) {
		gl_Position = vec4(9.0, 9.0, 9.0, 1.0);
		return;
	}
	vec2 sp = p.xy / p.w * 0.5 * screen.xy, sq = q.xy / q.w * 0.5 * screen.xy;
	vec2 along = sq - sp;
	float size = length(along);
	along = size > 1e-4 ? along / size : vec2(1, 0);
	float halfWidth = 0.5 * width * screen.z;
	place = vec2(mix(-0.5, size + 0.5, cornerOf.x), cornerOf.y * (halfWidth + 1.0));
	shape = vec3(halfWidth, size, 0.0);
	vec4 end = cornerOf.x < 0.5 ? p : q;
	vec2 s = sp + along * place.x + vec2(along.y, -along.x) * place.y;
	gl_Position = vec4(s / (0.5 * screen.xy) * end.w, end.z, end.w);
}
