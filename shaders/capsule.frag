#define KEY fKey
#define STRIP fStrip
#define EXPOSURE fStrip.w
#include "frame.glsl"
flat in vec4 fAxisRadius;
flat in vec4 fColorA;
flat in vec4 fColorB;
flat in vec4 fSize;
flat in vec4 fLens;
flat in vec4 fKey;
#ifdef SOLID
flat in vec4 fShadeA;
flat in vec4 fShadeB;
flat in vec4 fStrip;
#else
#define fStrip vec4(0.0)
#endif
#ifdef SHADOWS
flat in vec4 fMapX;
flat in vec4 fMapY;
flat in vec4 fMapZ;
#endif
#ifdef PAPER
flat in vec3 fSide;
#endif
#ifdef CUT
flat in vec4 fCut[3];
#endif
in vec4 fCorner;
in vec4 fRay;
#ifdef THROUGH
layout(location = 0) out vec4 sum;
layout(location = 1) out vec4 left;
vec4 color;
#else
out vec4 color;
#endif
#include "light.glsl"
#include "capsule.glsl"
#ifdef CUT
#include "cut.glsl"
#endif
#ifdef NUMBER
#include "identity.glsl"
#endif
// Variants: SOLID (lit, colours linear), DATA (colours of a legend, shaded by brightness
// only), GLYPH (tubes of overlays), PAPER (technical drawing, with
// DATA in the colours of a legend), NUMBER (what tells things apart, see identity.glsl). With CUT
// planes cut capsules open, and the cut is capped; with THROUGH they are seen through.

#ifdef SHADOWS
// litHere returns how much of the key light reaches a point, from the middle, with normal n.
float litHere(vec3 p, vec3 n) {
	vec4 q = vec4(p + n * fKey.w, 1.0);
	return litAt(vec3(dot(fMapX, q), dot(fMapY, q), dot(fMapZ, q)), fColorB.a);
}
#else
float litHere(vec3 p, vec3 n) { return 1.0; }
#endif

void main() {
	vec3 axis = fAxisRadius.xyz;
	float halfLength = fSize.x, radius = fAxisRadius.w;
	float unit = inversesqrt(dot(fRay.xyz, fRay.xyz));
	vec3 d = fRay.xyz * unit;

	vec3 m = meet(fCorner.xyz, d, axis, halfLength, radius);
#ifdef CUT
	vec3 face;
	bool cap = cutOpen(d, axis, halfLength, radius, m, face);
#else
	const bool cap = false;
	const vec3 face = vec3(0.0);
#endif
	vec3 hit = fCorner.xyz + d * m.x;
	float depth = fCorner.w + fRay.w * (unit * m.x);
	float pixel = fSize.y + fSize.z * depth;
	float inside = m.y / pixel; // [px]
#ifdef CUT
	// Of members of a clump that lie in each other that one shows in which the cut is deeper: by what the depth
	// buffer can tell for each pixel.
	if (cap) depth -= 2e-5 * depth * inside;
#endif
	float coverage = clamp(inside + 0.5, 0.0, 1.0);
	if (coverage <= 0.0) discard;
	gl_FragDepth = fLens.x + fLens.y * depth + fLens.z / depth;

	float y = dot(hit, axis);
	vec3 n = cap ? face : (hit - axis * m.z) / radius;
	vec3 base = mix(fColorA.rgb, fColorB.rgb, clamp(y / pixel + 0.5, 0.0, 1.0));
	vec3 v = -d;
#ifdef DATA
	// Hatched where there is no value.
	float stripe = abs(fract((gl_FragCoord.x + gl_FragCoord.y) / (9.0 * fSize.w)) - 0.5) - 0.25;
	if (fColorA.a < 0.5) base = mix(vec3(0.16), vec3(0.78), clamp(stripe * 6.4 * fSize.w + 0.5, 0.0, 1.0));
#endif
#if defined(NUMBER)
	if (coverage < 0.5) discard;
	color = identity(fColorA, gl_FragDepth);
#elif defined(PAPER)
	// Outline, the rings where the caps begin and four meridians, drawn where they are on
	// the surface: exact at any distance and hidden by what is in front.
	float width = 0.5 * fSize.w + 0.5;
	vec2 round = vec2(dot(n, fSide), dot(n, cross(axis, fSide)));
	vec3 away = vec3(abs(abs(y) - halfLength), abs(round)) / max(fwidth(vec3(y, round)), 1e-6);
	float fine = cap ? 0.0 : 0.5 * clamp(width - min(away.x, min(away.y, away.z)), 0.0, 1.0);
	float line = max(fine, clamp(1.9 * fSize.w - inside, 0.0, 1.0));
#ifdef DATA
	float tint = 1.0;
#else
	float tint = cap ? 0.6 : 0.2;
#endif
	color = vec4(mix(mix(paper.rgb, base, tint), ink.rgb, line), coverage);
#elif defined(DATA)
	// What faces the eye has the very colour of the legend, wherever the light is; the rest is a quarter darker
	// or lighter at most, and no shadow falls on it. Neighbours part by a dark rim, which is narrower on
	// bodies of a few pixels: their colour must be seen too.
	float k = 0.5 + 0.5 * dot(n, fKey.xyz), nv = max(dot(n, v), 0.0);
	float shade = 1.0 + (1.0 - nv * nv) * mix(-0.12, 0.09, k);
	float wide = min(1.1 * fSize.w, 0.22 * radius / pixel);
	float rim = clamp(wide + 0.5 - inside, 0.0, 1.0);
	color = vec4(base * ((cap ? 1.0 : shade) * (1.0 - 0.78 * rim)), coverage);
#elif defined(GLYPH)
	float nv = max(dot(n, v), 0.0), k = clamp(dot(n, fKey.xyz), 0.0, 1.0);
	vec3 c = base * (0.58 + 0.32 * nv + 0.20 * k);
	// A rim keeps tubes apart from each other and from what is behind.
	float line = clamp(1.2 * fSize.w - inside, 0.0, 1.0);
	color = vec4(mix(c, rimColor, 0.75 * line), coverage * fColorA.a);
#else
	vec4 sh = mix(fShadeA, fShadeB, 0.5 + 0.5 * m.z / max(halfLength, 1e-9));
	float open = clamp(1.0 - sh.x - dot(sh.yzw, n), 0.12, 1.0);
	// What is cut is matt, and darker than the skin.
	vec3 c = cap ? 0.9 * base : gelatin(base, n, v, litHere(hit, n), open);
	color = vec4(film(c), coverage);
#endif
#ifdef THROUGH
	// Denser where it is seen at a slant, and of more weight the nearer it is.
	float slant = 1.0 - max(dot(n, v), 0.0), alpha = color.a * (0.30 + 0.45 * slant * slant);
	float near = 1.0 - 0.95 * fLens.w;
	sum = vec4(color.rgb, 1.0) * (alpha * 100.0 * near * near * near);
	left = vec4(alpha);
#endif
}
