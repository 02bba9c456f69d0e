#include "frame.glsl"
// One of the square tiles of the picture that outlines may be in. One that the mask has the same number
// all over and around has none, and is left out: most of what is large is such tiles, and each
// of their points would cost as much as one with a line.
layout(location = 0) in vec2 tile; // column and row, from the first row of the picture
uniform float side;      // of a tile [px]
uniform sampler2D cells; // least and largest number of the mask in each cell; see outline_cells.frag
uniform int perTile;     // cells along the side of a tile

void main() {
	vec2 p = (tile + vec2(gl_VertexID & 1, gl_VertexID >> 1)) * side;
	gl_Position = vec4(p / screen.xy * 2.0 - 1.0, 0.0, 1.0);
	vec2 range = vec2(1.0, 0.0);
	ivec2 first = ivec2(tile) * perTile, last = textureSize(cells, 0) - 1;
	for (int y = -1; y <= perTile; y++) {
		for (int x = -1; x <= perTile; x++) {
			vec2 c = texelFetch(cells, clamp(first + ivec2(x, y), ivec2(0), last), 0).rg;
			range = vec2(min(range.x, c.x), max(range.y, c.y));
		}
	}
	if (range.x == range.y) gl_Position = vec4(9.0, 9.0, 9.0, 1.0);
}
