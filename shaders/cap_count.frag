#include "frame.glsl"
// How often a line of sight leaves a mesh less how often it enters it, behind where it has passed all planes
// that it enters what they leave by: 1 if it does so within the mesh. What lies before is left out, and nothing
// else, whatever planes cut beyond.
uniform float outward; // 1, of a mesh whose corners run the other way round -1
in vec3 point;
out vec4 color;

void main() {
	vec3 d = eye.w > 0.5 ? -back.xyz : point - eye.xyz;
	for (int i = 0; i < 3; i++) {
		if (dot(cuts[i].xyz, d) < 0.0 && within(i, point) < 0.0) discard;
	}
	color = vec4(gl_FrontFacing ? -outward : outward);
}
