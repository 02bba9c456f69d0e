#include "frame.glsl"
flat in vec4 fColor;
flat in vec2 shape;
in vec2 place;
out vec4 color;

// How wide the dark rim is that keeps a mark apart from what is behind it [px].
const float rim = 0.9;

void main() {
	float d = length(place), radius = shape.x;
	float halo = clamp(radius + rim + 0.5 - d, 0.0, 1.0);
	float cover = clamp(radius + 0.5 - d, 0.0, 1.0);
	if (shape.y > 0.5) {
		// A ring: open in the middle, so that it is told from a disk without colours.
		float hole = clamp(0.5 * radius + 0.5 - d, 0.0, 1.0);
		cover *= 1.0 - hole;
		halo *= 1.0 - 0.8 * hole;
	}
	if (halo <= 0.0) discard;
	color = vec4(mix(rimColor, fColor.rgb, cover), fColor.a * max(cover, 0.55 * halo));
}
