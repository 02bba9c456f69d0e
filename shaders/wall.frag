#include "frame.glsl"
#include "light.glsl"
// Variant SHADOWED: the floor, which reads the light's map of soft shadows.
uniform vec4 tint;    // sRGB; a: opacity
uniform vec4 edgeU;
uniform vec4 edgeV;
uniform vec4 normal;  // to the side of the eye; w: 1 for grid lines
uniform vec4 gridOf;  // coordinates of the lower corner on the grid's axes [m], step [m], steps per strong line
uniform sampler2D shade;
in vec3 point;
in vec2 place;
out vec4 color;

// gridLine returns how much a line every step covers a pixel at x; w is the pixel's width.
float gridLine(vec2 x, vec2 w, float step, float width) {
	vec2 d = abs(fract(x / step - 0.5) - 0.5) * step / w;
	vec2 c = clamp(0.5 + 0.5 * width - d, 0.0, 1.0) * clamp(1.5 - 4.0 * w / step, 0.0, 1.0);
	return max(c.x, c.y);
}

void main() {
	vec3 base = tint.rgb;
	float sun = 1.0, open = 1.0;
	vec3 through = vec3(1.0);
#ifdef SHADOWED
	vec4 s = texture(shade, (lightMap * vec4(point, 1.0)).xy);
	through = mix(vec3(1.0), s.rgb, key.w);
	open = s.a;
#endif
	// A pool of light round the scene.
	float away = length(point - focus.xyz) / focus.w;
	float pool = 1.0 / (1.0 + 0.16 * away * away);
	base *= (0.42 * open + 0.58 * through) * (0.62 + 0.38 * pool) * (0.75 + 0.25 * open);

	float grazing = clamp(abs(dot(towardEye(point), normal.xyz)), 0.0, 1.0);
	if (normal.w > 0.5) {
		vec2 x = gridOf.xy + vec2(edgeU.w, edgeV.w) * place;
		vec2 w = max(fwidth(x), 1e-9);
		float fine = gridLine(x, w, gridOf.z, screen.z), strong = gridLine(x, w, gridOf.z * gridOf.w, screen.z);
		base = mix(base, ink.rgb, max(0.13 * fine, 0.26 * strong) * smoothstep(0.02, 0.30, grazing));
	}
	// The wall goes on beyond its rectangle, so the sheet ends softly.
	vec2 rim = min(place, 1.0 - place) * vec2(edgeU.w, edgeV.w) / min(edgeU.w, edgeV.w);
	float fade = smoothstep(0.0, 0.10, rim.x) * smoothstep(0.0, 0.10, rim.y);
	color = vec4(base, tint.a * fade * smoothstep(0.0, 0.06, grazing));
}
