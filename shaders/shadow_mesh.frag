#include "frame.glsl"
// What a thin coloured wall lets through of the key light; blended by multiplication.
// Variant DEPTH: only its distance.
uniform vec4 tint; // sRGB; a: opacity
in vec3 n;
#ifdef DEPTH
void main() {}
#else
out vec4 color;

void main() {
	float path = min(1.0 / max(abs(dot(normalize(n), key.xyz)), 0.02), 6.0);
	vec3 c = pow(tint.rgb, vec3(tint.a * 1.2 * path)) * pow(1.0 - tint.a, 0.45 * path);
	color = vec4(tint.a > 0.94 ? vec3(0.0) : c, 1.0);
}
#endif
