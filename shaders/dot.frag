flat in vec4 fColor;
flat in vec2 shape;
in vec2 place;
out vec4 color;

void main() {
	float d = length(place), radius = shape.x;
	float halo = clamp(radius + 2.0 - d, 0.0, 1.0);
	float cover = clamp(radius + 0.5 - d, 0.0, 1.0);
	if (shape.y > 0.5) {
		// A ring: open in the middle, so that it is told from a disk without colours.
		float hole = clamp(0.45 * radius + 0.5 - d, 0.0, 1.0);
		cover *= 1.0 - hole;
	}
	if (halo <= 0.0) discard;
	color = vec4(fColor.rgb * cover, fColor.a * max(cover, 0.7 * halo));
}
