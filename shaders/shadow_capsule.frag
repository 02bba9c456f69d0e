#include "frame.glsl"
#include "capsule.glsl"
flat in vec4 fCenterHalf;
flat in vec4 fAxisRadius;
in vec3 corner;

void main() {
	vec3 axis = fAxisRadius.xyz, d = -key.xyz;
	vec2 m = meet(corner, d, axis, fCenterHalf.w, fAxisRadius.w);
	if (m.y < 0.0) discard;
	gl_FragDepth = (lightMap * vec4(fCenterHalf.xyz + corner + d * m.x, 1.0)).z;
}
