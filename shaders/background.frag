#include "frame.glsl"
#include "grain.glsl"
in vec2 place;
out vec4 color;

void main() {
	color = vec4(mix(top.rgb, bottom.rgb, place.y) + grain(), 1.0);
}
