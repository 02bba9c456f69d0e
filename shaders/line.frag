#include "frame.glsl"
flat in vec4 fColor;
flat in vec3 shape;
in vec2 place;
out vec4 color;

void main() {
	float size = shape.y, head = shape.z;
	// Shaft with round ends; it stops inside the head of an arrow.
	float stop = head > 0.0 ? size - 0.8 * head : size;
	float d = length(vec2(place.x - clamp(place.x, 0.0, max(stop, 0.0)), place.y)) - shape.x;
	if (head > 0.0) {
		// Triangle from the tip back, about as wide as it is long.
		float t = size - place.x;
		d = min(d, max((abs(place.y) - 0.45 * t) * 0.9117, t - head));
	}
	float cover = clamp(0.5 - d, 0.0, 1.0);
#ifdef RIM
	float rim = clamp(1.6 - d, 0.0, 1.0);
	if (rim <= 0.0) discard;
	color = vec4(mix(rimColor, fColor.rgb, cover), fColor.a * max(cover, 0.6 * rim));
#else
	if (cover <= 0.0) discard;
	color = vec4(fColor.rgb, fColor.a * cover);
#endif
}
