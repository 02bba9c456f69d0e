#include "frame.glsl"
// The quad of a capsule as the key light sees it.
layout(location = 0) in vec4 centerHalf;
layout(location = 1) in vec4 axisRadius;

flat out vec4 fCenterHalf;
flat out vec4 fAxisRadius;
out vec3 corner;

void main() {
	fCenterHalf = centerHalf;
	fAxisRadius = axisRadius;
	vec3 v = key.xyz, axis = axisRadius.xyz;
	vec3 u = axis - dot(axis, v) * v;
	float side = length(u);
	u = side > 1e-4 ? u / side : normalize(cross(v, vec3(1, 0, 0)));
	vec3 w = cross(v, u);
	vec2 sign = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
	corner = u * (sign.x * (centerHalf.w * side + axisRadius.w)) + w * (sign.y * axisRadius.w);
	vec3 q = (lightMap * vec4(centerHalf.xyz + corner, 1.0)).xyz;
	gl_Position = vec4(q * 2.0 - 1.0, 1.0);
	// The map's rim stays empty, as reads beyond it see the rim. Bodies that far from all
	// others cast no shadow.
	vec3 c = abs((lightMap * vec4(centerHalf.xyz, 1.0)).xyz - 0.5);
	if (max(c.x, c.y) + (centerHalf.w + axisRadius.w) / maps.z > 0.5 - maps.y) gl_Position = vec4(9.0, 9.0, 9.0, 1.0);
}
