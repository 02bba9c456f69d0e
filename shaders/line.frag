#include "frame.glsl"
// Variant MESH: an edge of a mesh, of which each end is one half of a joint with the next edge.
// Variant SEEN: over a picture that is done, fainter where something in it hides the line.
flat in vec4 fColor;
flat in vec3 shape;
in vec2 place;
out vec4 color;
#ifdef SEEN
uniform sampler2DShadow scene; // depth of the picture
uniform float hidden;          // opacity behind something
#endif

void main() {
	float size = shape.y, head = shape.z;
#ifdef MESH
	// As much of a brush as wide as the line lies on this edge as on all edges in a row less the others: together they
	// are as opaque at a joint as between two, where round ends would lie over each other as dots.
	float share = (min(place.x + shape.x, size) - max(place.x - shape.x, 0.0)) / (2.0 * shape.x);
	float thick = clamp(0.5 - (abs(place.y) - shape.x), 0.0, 1.0);
	if (thick <= 0.0 || share <= 0.0) discard;
	color = vec4(fColor.rgb, thick * (1.0 - pow(1.0 - min(fColor.a, 0.995), share)));
	return;
#endif
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
#ifdef SEEN
	color.a *= mix(hidden, 1.0, texture(scene, vec3(gl_FragCoord.xy / screen.xy, gl_FragCoord.z - 4e-6)));
#endif
}
