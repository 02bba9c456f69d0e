// The least and the largest number of the mask of outlines in a cell of it.
uniform sampler2D mask; // see identity.glsl
uniform int side;       // of a cell [px]
out vec4 color;

void main() {
	ivec2 first = ivec2(gl_FragCoord.xy) * side;
	vec2 size = vec2(textureSize(mask, 0)), range = vec2(1.0, 0.0);
	for (int y = 1; y < side; y += 2) {
		for (int x = 1; x < side; x += 2) {
			vec4 four = textureGather(mask, vec2(first + ivec2(x, y)) / size);
			vec2 least = min(four.xy, four.zw), most = max(four.xy, four.zw);
			range = vec2(min(range.x, min(least.x, least.y)), max(range.y, max(most.x, most.y)));
		}
	}
	color = vec4(range, 0.0, 1.0);
}
