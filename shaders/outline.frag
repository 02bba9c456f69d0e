#include "frame.glsl"
// Lines round what the mask holds: outside of each thing, dashed where it lies behind something, with dark gaps, so
// that they are seen on whatever hides it.
// The number 255 is what the pointer is over, lower ones are selected.
uniform sampler2D mask; // see identity.glsl
uniform vec4 hovered;   // sRGB; a: opacity
uniform vec4 selected;
out vec4 color;

const float dash = 4.0; // length of a dash, and of a gap [px at scale 1]

vec2 at(ivec2 p) { return texelFetch(mask, clamp(p, ivec2(0), textureSize(mask, 0) - 1), 0).rg; }

void main() {
	ivec2 p = ivec2(gl_FragCoord.xy);
	float here = at(p).r, wide = 2.0 * screen.z, thin = screen.z;
	int reach = int(ceil(wide)), part = (reach + 1) / 2;
	// Far from all outlines nothing changes that far away; things are made large enough for that.
	bool same = true;
	for (int i = 0; i < 8; i++) {
		vec2 d = vec2(cos(float(i) * 0.7853982), sin(float(i) * 0.7853982));
		same = same && at(p + ivec2(round(d * float(reach)))).r == here && at(p + ivec2(round(d * float(part)))).r == here;
	}
	if (same) discard;
	// Between two things each has half of the line.
	float share = here > 0.0 ? 0.5 : 1.0;
	ivec2 square = p / int(ceil(dash * screen.z)); // of a chequerboard, whose squares part lines of any direction
	vec2 behind = (square.x + square.y & 1) == 0 ? vec2(1.0, 0.9) : vec2(0.0, 0.6); // tint, opacity
	vec4 best = vec4(0.0);
	for (int y = -reach; y <= reach; y++) {
		for (int x = -reach; x <= reach; x++) {
			vec2 m = at(p + ivec2(x, y));
			if (m.r == 0.0 || m.r == here) continue;
			bool hover = m.r > 0.998;
			vec4 c = hover ? hovered : selected;
			float cover = clamp((hover ? thin : wide) * share + 1.0 - length(vec2(x, y)), 0.0, 1.0);
			c.rgb = mix(mix(rimColor, c.rgb, behind.x), c.rgb, m.g);
			c.a *= cover * mix(behind.y, 1.0, m.g);
			if (c.a > best.a) best = c;
		}
	}
	if (best.a <= 0.0) discard;
	color = best;
}
