// A picture as other eyes see it, see view.Visions. It holds its top row first, and the window its bottom row.
uniform sampler2D picture;
uniform vec4 see[3]; // what is seen as red, green and blue of each channel's light
in vec2 place;
out vec4 color;

void main() {
	vec3 c = texture(picture, vec2(place.x, 1.0 - place.y)).rgb;
	vec3 light = mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
	light = clamp(vec3(dot(see[0].rgb, light), dot(see[1].rgb, light), dot(see[2].rgb, light)), 0.0, 1.0);
	c = mix(12.92 * light, 1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, light));
	color = vec4(c, 1.0);
}
