#include "frame.glsl"
// The quad of a capsule as the key light sees it.
layout(location = 0) in vec4 centerHalf;
layout(location = 1) in vec4 axisRadius;

flat out vec4 fTilt;    // cosine and sine between axis and light, one over the sine, half length [m]
flat out vec3 fMiddle;  // radius squared [m2], depth of the middle and by which it falls toward the light [1/m]
out vec2 place;         // along the axis and across as the light sees it, from the middle [m]

void main() {
	vec3 v = key.xyz, axis = axisRadius.xyz;
	float halfLength = centerHalf.w, radius = axisRadius.w, cosine = dot(axis, v);
	vec3 u = axis - cosine * v;
	float sine = length(u);
	u = sine > 1e-4 ? u / sine : normalize(cross(v, vec3(1, 0, 0)));
	vec2 sign = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
	place = sign * vec2(halfLength * sine + radius, radius);
	vec3 corner = u * place.x + cross(v, u) * place.y;
	vec3 q = (lightMap * vec4(centerHalf.xyz + corner, 1.0)).xyz;
	fTilt = vec4(cosine, sine, 1.0 / max(sine, 1e-4), halfLength);
	fMiddle = vec3(radius * radius, q.z, 1.0 / maps.z);
	gl_Position = vec4(q * 2.0 - 1.0, 1.0);
	// The map's rim stays empty, as reads beyond it see the rim. Bodies that far from all
	// others cast no shadow.
	vec3 c = abs((lightMap * vec4(centerHalf.xyz, 1.0)).xyz - 0.5);
	if (max(c.x, c.y) + (halfLength + radius) / maps.z > 0.5 - maps.y) gl_Position = vec4(9.0, 9.0, 9.0, 1.0);
}
