#include "frame.glsl"
#include "capsule.glsl"
flat in vec4 fCenterHalf;
flat in vec4 fAxisRadius;
in vec3 corner;

void main() {
	vec3 axis = fAxisRadius.xyz, d = -key.xyz;
	if (outline(corner, d, axis, fCenterHalf.w) > fAxisRadius.w) discard;
	float t = enter(corner, d, axis, fCenterHalf.w, fAxisRadius.w);
	gl_FragDepth = (lightMap * vec4(fCenterHalf.xyz + corner + d * t, 1.0)).z;
}
