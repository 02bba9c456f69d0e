#include "frame.glsl"
#include "light.glsl"
// A tube with stripes that turn with it, seen from outside and inside. Variants: PAPER
// (technical drawing), SHADOWS.
uniform vec4 tint;  // sRGB; a: opacity
uniform vec4 along; // w: half of the drawn length [m]
in vec3 point;
in vec3 n;
in vec2 place;
out vec4 color;

const float stripes = 12.0;

void main() {
	vec3 v = towardEye(point), m = normalize(n);
	float nv = dot(m, v);
	if (nv < 0.0) m = -m;
	// Distances in pixels, to the next border of a stripe and to the end.
	float s = place.x * stripes, w = max(fwidth(s), 1e-6);
	float border = abs(fract(s - 0.5) - 0.5) / w;
	float end = (along.w - abs(place.y)) / max(fwidth(place.y), 1e-9);
	float wide = 0.5 * screen.z + 0.5;
#ifdef PAPER
	float outline = abs(nv) / max(fwidth(nv), 1e-6);
	float line = max(0.5 * clamp(wide - border, 0.0, 1.0), clamp(wide + 0.7 - min(end, outline), 0.0, 1.0));
	color = vec4(mix(paper.rgb, ink.rgb, line), 1.0);
#else
	// Every other stripe is darker, and the first one much: how far the tube has turned can
	// be read off. Stripes narrower than a few pixels fade out.
	float dark = mod(floor(s), 2.0) < 0.5 ? clamp(border + 0.5, 0.5, 1.0) : clamp(0.5 - border, 0.0, 0.5);
	float first = clamp((0.5 - abs(s - 0.5)) / w + 0.5, 0.0, 1.0);
	vec3 base = tint.rgb * (1.0 - (0.16 * dark + 0.38 * first) * clamp(1.5 - 4.0 * w, 0.0, 1.0));
	vec3 c = film(gelatin(toLinear(base), m, v, lit(point, m), nv < 0.0 ? 0.6 : 1.0));
	float line = 0.5 * clamp(wide - end, 0.0, 1.0);
	float rim = 1.0 - abs(nv);
	float alpha = tint.a + (1.0 - tint.a) * max(line, tint.a * (0.5 * dark + first + 2.0 * rim * rim * rim));
	color = vec4(mix(c, ink.rgb, line), alpha);
#endif
}
