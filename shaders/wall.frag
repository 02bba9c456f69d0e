#include "frame.glsl"
#include "grain.glsl"
#include "light.glsl"
// Variant OPAQUE: the floor, drawn before all else; what shines through its soft rim is the
// background, so nothing need be blended. Variant SHADE: what the light's map of soft shadows
// leaves of the floor, which is multiplied by it. Variant PANE: a wall that the scene is seen
// through, without the grid.
#ifdef SHADE
uniform sampler2D shade;
in vec2 map;
#else
flat in vec4 fTint;
flat in vec4 fLines;
flat in vec4 fEdges;
flat in vec4 fClosed;
flat in vec4 fInk;
in vec2 grid;
#endif
#ifdef OPAQUE
flat in vec4 fTop;
flat in vec4 fBottom;
#endif
in vec3 slow;
out vec4 color;

void main() {
#ifdef SHADE
	vec4 s = texture(shade, map);
	vec3 through = mix(vec3(1.0), s.rgb, darkness);
	color = vec4(mix(vec3(1.0), (0.42 * s.a + 0.58 * through) * (0.75 + 0.25 * s.a), slow.z), 1.0);
#else
	vec3 base = fTint.rgb * slow.x;
	// How much lines cover this pixel; those closer than a few pixels fade out.
	vec2 w = max(fwidth(grid), 1e-6), per = 1.0 / w;
	float wide = fInk.w, line = 0.0;
#ifndef PANE
	vec2 fine = clamp(wide - abs(fract(grid - 0.5) - 0.5) * per, 0.0, 1.0) * clamp(1.5 - 4.0 * w, 0.0, 1.0);
	vec2 big = grid * fLines.w;
	vec2 strong = clamp(wide - abs(fract(big - 0.5) - 0.5) * fLines.z * per, 0.0, 1.0)
		* clamp(1.5 - 4.0 * fLines.w * w, 0.0, 1.0);
	vec2 c = max(fLines.x * fine, fLines.y * strong);
	line = max(c.x, c.y) * slow.y;
#endif
#ifdef OPAQUE
	vec3 sheet = mix(base, fInk.rgb, line);
	vec3 behind = mix(fTop.rgb, fBottom.rgb, gl_FragCoord.y * fTop.w);
	color = vec4(mix(behind, sheet, slow.z) + grain(), 1.0);
#else
	// Corners of a room: walls are too faint to be told apart without.
	vec4 corner = fClosed * clamp(wide + 0.5 - abs(grid.xyxy - fEdges) * per.xyxy, 0.0, 1.0);
	line = max(line, 0.32 * max(max(corner.x, corner.y), max(corner.z, corner.w)));
	float alpha = fTint.a + line - fTint.a * line;
	color = vec4(mix(base, fInk.rgb, line / max(alpha, 1e-3)), alpha * slow.z);
#endif
#endif
}
