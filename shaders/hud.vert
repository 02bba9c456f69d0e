#include "frame.glsl"
// Flat shapes and letters in pixels, y down.
layout(location = 0) in vec4 placeUV; // x, y [px], place in the atlas
layout(location = 1) in vec4 hudColor;
out vec2 uv;
out vec4 fColor;

void main() {
	uv = placeUV.zw;
	fColor = hudColor;
	gl_Position = vec4(placeUV.xy / screen.xy * 2.0 - 1.0, 0.0, 1.0);
}
