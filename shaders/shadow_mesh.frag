// What a thin coloured wall lets through to the floor of a part of the key light; blended
// by multiplication, one part after the other. Variant DEPTH: only its distance.
#ifdef DEPTH
void main() {}
#else
in float slant;
flat in vec3 fAbsorb;
out vec4 color;

void main() {
	float path = min(1.0 / max(abs(slant), 0.02), 6.0);
	color = vec4(exp2(fAbsorb * path), 1.0);
}
#endif
