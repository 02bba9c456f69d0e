#include "frame.glsl"
// What a thin coloured wall lets through to the floor of a part of the key light; blended
// by multiplication, one part after the other. Variant DEPTH: only its distance.
#ifdef DEPTH
void main() {}
#else
uniform vec4 absorb;  // binary logarithm of what a wall seen straight on leaves
uniform vec4 toward;
uniform float part;   // of the light
in vec3 n;
out vec4 color;

void main() {
	float path = min(1.0 / max(abs(dot(normalize(n), toward.xyz)), 0.02), 6.0);
	color = vec4(exp2((absorb.rgb + 0.55 * absorb.a) * (path * part)), 1.0);
}
#endif
