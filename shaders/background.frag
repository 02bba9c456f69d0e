#include "frame.glsl"
in vec2 place;
out vec4 color;

void main() {
	// Half a step of noise hides the steps of a dark gradient.
	float noise = fract(dot(gl_FragCoord.xy, vec2(0.7548777, 0.5698403))) - 0.5;
	color = vec4(mix(bottom.rgb, top.rgb, place.y) + noise / 255.0, 1.0);
}
