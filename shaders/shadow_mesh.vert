#include "frame.glsl"
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 model;
#ifdef DEPTH
void main() {
	vec3 q = (lightMap * (model * vec4(position, 1.0))).xyz;
	gl_Position = vec4(q * 2.0 - 1.0, 1.0);
}
#else
uniform float level;     // of the floor [m]
uniform vec4 points[5];  // unit vectors to points of the key light's disc; w: their part of it
uniform vec4 absorb;     // binary logarithm of what a wall seen straight on leaves
out float slant;         // cosine between the wall and the light
flat out vec3 fAbsorb;

void main() {
	vec4 toward = points[gl_InstanceID];
	vec3 p = (model * vec4(position, 1.0)).xyz;
	p -= toward.xyz * ((p.z - level) / toward.z); // onto the floor
	slant = dot(mat3(model) * normal, toward.xyz);
	fAbsorb = (absorb.rgb + 0.55 * absorb.a) * toward.w;
	vec3 q = (lightMap * vec4(p, 1.0)).xyz;
	gl_Position = vec4(q.xy * 2.0 - 1.0, 0.0, 1.0);
}
#endif
