// The soft shadow of meshes, laid over the map of soft shadow and smoothed by a point.
uniform sampler2D picture;
uniform float texel;
in vec2 place;
out vec4 color;

void main() {
	vec2 a = vec2(0.9, 0.4) * texel, b = vec2(-a.y, a.x);
	vec3 c = texture(picture, place + a).rgb + texture(picture, place - a).rgb
		+ texture(picture, place + b).rgb + texture(picture, place - b).rgb;
	color = vec4(0.25 * c, 1.0);
}
