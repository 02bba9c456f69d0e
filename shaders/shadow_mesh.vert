#include "frame.glsl"
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 model;
out vec3 n;

void main() {
	n = mat3(model) * normal;
	vec3 q = (lightMap * (model * vec4(position, 1.0))).xyz;
	gl_Position = vec4(q * 2.0 - 1.0, 1.0);
}
