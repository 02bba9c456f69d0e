#include "frame.glsl"
#include "grain.glsl"
#include "light.glsl"
// Variant OPAQUE: the floor, drawn before all else; what shines through its soft rim is the
// background, so nothing need be blended. Variant SHADE: what the light's map of soft shadows
// leaves of the floor, which is multiplied by it.
uniform vec4 tint;   // sRGB; a: opacity
uniform vec4 lines;  // opacity of fine and strong lines; steps per strong line, one over it
uniform vec4 edges;  // ends of the sheet, in steps of the grid: lower, lower, upper, upper
uniform vec4 closed; // 1 for those that stop at another wall
uniform sampler2D shade;
in vec2 grid;
in vec2 map;
in vec3 slow;
out vec4 color;

void main() {
#ifdef SHADE
	vec4 s = texture(shade, map);
	vec3 through = mix(vec3(1.0), s.rgb, darkness);
	color = vec4(mix(vec3(1.0), (0.42 * s.a + 0.58 * through) * (0.75 + 0.25 * s.a), slow.z), 1.0);
#else
	vec3 base = tint.rgb * slow.x;
	// How much lines cover this pixel; those closer than a few pixels fade out.
	vec2 w = max(fwidth(grid), 1e-6), per = 1.0 / w;
	float wide = 0.5 + 0.5 * screen.z;
	vec2 fine = clamp(wide - abs(fract(grid - 0.5) - 0.5) * per, 0.0, 1.0) * clamp(1.5 - 4.0 * w, 0.0, 1.0);
	vec2 big = grid * lines.w;
	vec2 strong = clamp(wide - abs(fract(big - 0.5) - 0.5) * lines.z * per, 0.0, 1.0) * clamp(1.5 - 4.0 * lines.w * w, 0.0, 1.0);
	vec2 c = max(lines.x * fine, lines.y * strong);
	float line = max(c.x, c.y) * slow.y;
#ifdef OPAQUE
	vec3 sheet = mix(base, ink.rgb, line);
	vec3 behind = mix(top.rgb, bottom.rgb, gl_FragCoord.y / screen.y);
	color = vec4(mix(behind, sheet, slow.z) + grain(), 1.0);
#else
	// Corners of a room: walls are too faint to be told apart without.
	vec4 corner = closed * clamp(wide + 0.5 - abs(grid.xyxy - edges) * per.xyxy, 0.0, 1.0);
	line = max(line, 0.32 * max(max(corner.x, corner.y), max(corner.z, corner.w)));
	float alpha = tint.a + line - tint.a * line;
	color = vec4(mix(base, ink.rgb, line / max(alpha, 1e-3)), alpha * slow.z);
#endif
#endif
}
