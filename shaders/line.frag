flat in vec4 fColor;
flat in vec3 shape;
in vec2 place;
out vec4 color;

void main() {
	float size = shape.y, head = shape.z;
	// Shaft with round ends; it stops inside the head of an arrow.
	float stop = head > 0.0 ? size - 0.8 * head : size;
	float d = length(vec2(place.x - clamp(place.x, 0.0, max(stop, 0.0)), place.y)) - shape.x;
	float cover = clamp(0.5 - d, 0.0, 1.0);
	if (head > 0.0) {
		// Triangle from the tip back, about as wide as it is long.
		float t = size - place.x;
		float side = (abs(place.y) - 0.45 * t) * 0.9117;
		cover = max(cover, clamp(0.5 - max(side, t - head), 0.0, 1.0));
	}
	if (cover <= 0.0) discard;
	color = vec4(fColor.rgb, fColor.a * cover);
}
