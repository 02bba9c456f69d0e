#include "frame.glsl"
// The soft shadow of a capsule on the floor, drawn in the light's map. Seen along the
// light, it is the capsule's own outline, wider where it is higher above the floor.
layout(location = 0) in vec4 centerHalf;
layout(location = 1) in vec4 axisRadius;

uniform float level; // of the floor [m]

flat out vec4 ends;  // of the segment in the plane of the light [m]
flat out vec3 widths; // of the half shadow at both ends, radius [m]
out vec2 point;

void main() {
	vec3 v = key.xyz;
	vec3 ax = normalize(cross(vec3(0, 1, 0), v)), ay = cross(v, ax);
	vec3 a = centerHalf.xyz - axisRadius.xyz * centerHalf.w;
	vec3 b = centerHalf.xyz + axisRadius.xyz * centerHalf.w;
	vec2 up = max(vec2(a.z, b.z) - level, 0.0) / v.z;
	widths = vec3(up * maps.w + maps.x, axisRadius.w);
	vec2 middle = vec2(dot(centerHalf.xyz, ax), dot(centerHalf.xyz, ay));
	vec2 along = vec2(dot(axisRadius.xyz, ax), dot(axisRadius.xyz, ay)) * centerHalf.w;
	ends = vec4(-along, along);

	float margin = axisRadius.w + max(widths.x, widths.y);
	float size = length(along);
	vec2 u = size > 1e-9 ? along / size : vec2(1, 0);
	vec2 sign = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
	point = u * (sign.x * (size + margin)) + vec2(-u.y, u.x) * (sign.y * margin);
	vec3 q = (lightMap * vec4(ax * (middle.x + point.x) + ay * (middle.y + point.y), 1.0)).xyz;
	bool above = max(a.z, b.z) + axisRadius.w > level;
	gl_Position = vec4(above ? q.xy * 2.0 - 1.0 : vec2(9.0), 0.0, 1.0);
}
