// What surfaces that are seen through have added up to, over the picture.
uniform sampler2D sums;  // colours and opacities, each times its weight
uniform sampler2D lefts; // what all surfaces together leave of what is behind
in vec2 place;
out vec4 color;

void main() {
	vec4 s = texture(sums, place);
	color = vec4(s.rgb / max(s.a, 1e-5), 1.0 - texture(lefts, place).r);
}
