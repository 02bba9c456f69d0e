#include "frame.glsl"
// The dark round a capsule's foot on the floor, where it hides the sky. Drawn in the
// light's map like the shadow, into its own channel; variant DIRECT: straight on the picture.
layout(location = 0) in vec4 centerHalf;
layout(location = 1) in vec4 axisRadius;

uniform float level; // of the floor [m]

flat out vec4 fAxisHalf; // w: half length [radii]
out vec3 point;          // on the floor, from the centre [radii]

void main() {
	float radius = axisRadius.w;
	fAxisHalf = vec4(axisRadius.xyz, centerHalf.w / radius);
	vec3 a = axisRadius.xyz;
	float lowest = centerHalf.z - centerHalf.w * abs(a.z) - level;
	vec2 u = length(a.xy) > 1e-4 ? normalize(a.xy) : vec2(1, 0);
	vec2 sign = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
#ifdef DIRECT
	float margin = 2.0 * radius; // each point of it is drawn on the picture
#else
	float margin = 3.2 * radius;
#endif
	vec2 xy = u * (sign.x * (centerHalf.w * length(a.xy) + margin)) + vec2(-u.y, u.x) * (sign.y * margin);
	vec3 corner = vec3(xy, level - centerHalf.z);
	point = corner / radius;
#ifdef DIRECT
	gl_Position = viewProj * vec4(centerHalf.xyz + corner, 1.0);
#else
	vec3 q = (lightMap * vec4(centerHalf.xyz + corner, 1.0)).xyz;
#endif
	bool near = lowest < 3.0 * radius && lowest > -radius;
#ifdef DIRECT
	if (!near) gl_Position = vec4(9.0, 9.0, 9.0, 1.0);
#else
	gl_Position = vec4(near ? q.xy * 2.0 - 1.0 : vec2(9.0), 0.0, 1.0);
#endif
}
