// What surfaces that are seen through have added up to, over the picture.
uniform sampler2D sums;  // light and opacities, each times its weight
uniform sampler2D lefts; // what all surfaces together leave of the colours behind
in vec2 place;
layout(location = 0, index = 0) out vec4 color;
layout(location = 0, index = 1) out vec4 through;

void main() {
	vec4 s = texture(sums, place);
	through = vec4(texture(lefts, place).rgb, 1.0);
	color = vec4(s.rgb / max(s.a, 1e-5) * (1.0 - dot(through.rgb, vec3(1.0 / 3.0))), 0.0);
}
