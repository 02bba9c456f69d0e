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
uniform float level; // of the floor [m]
uniform vec4 toward; // unit vector to a point of the key light's disc
out vec3 n;

void main() {
	n = mat3(model) * normal;
	vec3 p = (model * vec4(position, 1.0)).xyz;
	p -= toward.xyz * ((p.z - level) / toward.z); // onto the floor
	vec3 q = (lightMap * vec4(p, 1.0)).xyz;
	gl_Position = vec4(q.xy * 2.0 - 1.0, 0.0, 1.0);
}
#endif
