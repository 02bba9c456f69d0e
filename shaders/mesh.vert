#include "frame.glsl"
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 model;
out vec3 point;
out vec3 n;

void main() {
	vec4 p = model * vec4(position, 1.0);
	point = p.xyz;
	n = mat3(model) * normal;
	gl_Position = viewProj * p;
}
