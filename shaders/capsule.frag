#include "frame.glsl"
#include "light.glsl"
#include "capsule.glsl"
// Variants: SOLID (lit), DATA (colours of a legend, shaded by brightness only), GHOST
// (pale, behind glyphs), GLYPH (tubes of overlays), PAPER (technical drawing).
flat in vec4 fCenterHalf;
flat in vec4 fAxisRadius;
flat in vec4 fColorA;
flat in vec4 fColorB;
flat in vec4 fShadeA;
flat in vec4 fShadeB;
#ifdef PAPER
flat in vec3 fSide;
#endif
in vec3 corner;
out vec4 color;

void main() {
	vec3 center = fCenterHalf.xyz, axis = fAxisRadius.xyz;
	float halfLength = fCenterHalf.w, radius = fAxisRadius.w;
	vec3 d = eye.w > 0.5 ? -back.xyz : normalize(center + corner - eye.xyz);

	vec2 m = meet(corner, d, axis, halfLength, radius);
	vec3 hit = corner + d * m.x;
	float depth = ahead(center + hit);
	float pixel = eye.w > 0.5 ? back.w : back.w * depth;
	float inside = m.y / pixel; // [px]
	float coverage = clamp(inside + 0.5, 0.0, 1.0);
	if (coverage <= 0.0) discard;
	gl_FragDepth = depthOf(depth);

	float y = dot(hit, axis);
	vec3 n = (hit - axis * clamp(y, -halfLength, halfLength)) / radius;
	vec3 base = mix(fColorA.rgb, fColorB.rgb, clamp(y / pixel + 0.5, 0.0, 1.0));
	vec3 v = -d;
#if defined(PAPER)
	// Outline, the rings where the caps begin and four meridians, drawn where they are on
	// the surface: exact at any distance and hidden by what is in front.
	float width = 0.5 * screen.z + 0.5;
	vec2 round = vec2(dot(n, fSide), dot(n, cross(axis, fSide)));
	vec3 away = vec3(abs(abs(y) - halfLength), abs(round)) / max(fwidth(vec3(y, round)), 1e-6);
	float fine = 0.5 * clamp(width - min(away.x, min(away.y, away.z)), 0.0, 1.0);
	float line = max(fine, clamp(1.9 * screen.z - inside, 0.0, 1.0));
	color = vec4(mix(mix(paper.rgb, base, 0.2), ink.rgb, line), coverage);
#elif defined(DATA)
	float k = 0.5 + 0.5 * dot(n, key.xyz), nv = max(dot(n, v), 0.0);
	float shade = 0.70 + 0.22 * k + 0.12 * nv;
#ifdef SHADOWS
	shade *= 0.86 + 0.14 * lit(center + hit, n);
#endif
	color = vec4(base * shade, coverage);
#elif defined(GHOST)
	float nv = max(dot(n, v), 0.0);
	float grey = dot(base, vec3(0.30, 0.59, 0.11));
	vec3 pale = mix(vec3(grey), base, 0.45);
	vec3 ground = mix(bottom.rgb, top.rgb, 0.5);
	float line = clamp(1.6 * screen.z - inside, 0.0, 1.0);
	vec3 c = mix(ground, pale, 0.10 + 0.20 * nv);
	color = vec4(mix(c, ground * 0.6, 0.55 * line), coverage);
#elif defined(GLYPH)
	float nv = max(dot(n, v), 0.0), k = clamp(dot(n, key.xyz), 0.0, 1.0);
	float far = clamp(0.5 - dot(center - focus.xyz, back.xyz) / (2.0 * focus.w), 0.0, 1.0);
	vec3 c = base * (0.58 + 0.32 * nv + 0.20 * k);
	color = vec4(mix(c, mix(bottom.rgb, top.rgb, 0.5), 0.32 * far), coverage * fColorA.a);
#else
	float share = halfLength > 0.0 ? clamp(0.5 + 0.5 * y / halfLength, 0.0, 1.0) : 0.5;
	vec4 sh = mix(fShadeA, fShadeB, share);
	float open = clamp(1.0 - sh.x - dot(sh.yzw, n), 0.12, 1.0);
	vec3 c = gelatin(toLinear(base), n, v, lit(center + hit, n), open);
	color = vec4(film(c), coverage);
#endif
}
