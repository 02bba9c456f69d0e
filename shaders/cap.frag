#include "frame.glsl"
#include "light.glsl"
// The cut faces of a closed mesh: where a line of sight comes through a plane within it. Variant PAPER:
// technical drawing. Variant NUMBER: what tells things apart.
uniform sampler2D counts; // see cap_count.frag
uniform vec4 middle;      // direction of the line of sight through the middle of the picture [m]
uniform vec4 across;      // and what it has more to the right and below [m]
uniform vec4 below;
uniform vec4 tint;        // sRGB; number
in vec2 place;
out vec4 color;
#ifdef NUMBER
#include "identity.glsl"
#endif

void main() {
	if (texture(counts, place).r < 0.5) discard;
	vec2 at = 2.0 * place - 1.0;
	vec3 off = across.xyz * at.x + below.xyz * at.y;
	bool flatView = eye.w > 0.5;
	vec3 from = flatView ? eye.xyz + off : eye.xyz, d = flatView ? -back.xyz : middle.xyz + off;
	float first = 0.0, last = 1e30;
	for (int i = 0; i < 3; i++) {
		float along = dot(cuts[i].xyz, d), room = within(i, from);
		if (along < 0.0) first = max(first, room / along);
		if (along > 0.0) last = min(last, room / along);
	}
	if (first <= 0.0 || first > last) discard;
	gl_FragDepth = depthOf(-first * dot(d, back.xyz));
#if defined(NUMBER)
	color = identity(tint, gl_FragDepth);
#elif defined(PAPER)
	// Hatched, as sections are.
	float s = (gl_FragCoord.x + gl_FragCoord.y) / (7.0 * screen.z);
	float line = clamp(0.5 * screen.z + 0.5 - abs(fract(s) - 0.5) * 4.95 * screen.z, 0.0, 1.0);
	color = vec4(mix(mix(paper.rgb, tint.rgb, 0.3), ink.rgb, 0.6 * line), 1.0);
#else
	color = vec4(film(0.9 * toLinear(tint.rgb)), 1.0);
#endif
}
