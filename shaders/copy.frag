// Variant WEIGHTED: of which a part counts. Without it software drivers see that this is a mere copy, and are quick.
uniform sampler2D picture;
#ifdef WEIGHTED
uniform float weight;
#endif
in vec2 place;
out vec4 color;

void main() {
	color = texture(picture, place);
#ifdef WEIGHTED
	color *= weight;
#endif
}
