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
#if defined(SOLID) || defined(DATA)
flat in vec4 fHidden;
flat in vec4 fSlope;
#endif
#ifdef SOLID
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
// only), GLYPH (tubes of overlays), GHOST (outlines), PAPER (technical drawing, with
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

#if defined(SOLID) || defined(DATA)
// hidden returns how much of the sky neighbours hide from a surface with normal n that belongs to the point y of the
// axis; for DATA how much darker that makes it, and that it looks away from the light.
float hidden(vec3 n, float y) {
	vec4 sh = fHidden + fSlope * y;
	return sh.x + dot(sh.yzw, n);
}
#endif

#ifdef DATA
const float darkest = 0.5612; // to the power of 2.4, which sRGB is made with: a quarter of the light
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
	float pixels = 1.0 / (fSize.y + fSize.z * depth); // per length [1/m]
	float inside = m.y * pixels;                      // [px]
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
	vec3 v = -d;
#ifdef DATA
	// Hatched where there is no value.
	float stripe = abs(fract((gl_FragCoord.x + gl_FragCoord.y) * fColorB.x) - 0.5) - 0.25;
	float grey = clamp(stripe * fColorB.y + 0.5, 0.0, 1.0) * 0.62 + 0.16;
	vec3 base = fColorA.a < 0.5 ? vec3(grey) : fColorA.rgb;
#else
	vec3 base = mix(fColorA.rgb, fColorB.rgb, clamp(y * pixels + 0.5, 0.0, 1.0));
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
	// What faces the eye has the very colour of the legend, wherever it lies; the rest is darker where it turns
	// away, from the light and toward what is near. Neighbours part by a dark rim, which is narrower on bodies of a
	// few pixels: their colour must be seen too.
	float nv = dot(n, v);
	float wide = min(1.1 * fSize.w, 0.22 * radius * pixels);
	float rim = clamp(wide + 0.5 - inside, 0.0, 1.0);
	float g = cap ? 1.0 : 1.0 - min(max(hidden(n, m.z), 0.0) * (1.0 - nv * nv), 0.32);
	// One factor for the light of all channels: in sRGB a line, but for the last few steps above black.
	color = vec4(max((base + 0.055) * mix(g, darkest, rim) - 0.055, 0.0), coverage);
#elif defined(GLYPH)
	float nv = max(dot(n, v), 0.0), k = clamp(dot(n, fKey.xyz), 0.0, 1.0);
	vec3 c = base * (0.58 + 0.32 * nv + 0.20 * k);
	// A rim keeps tubes apart from each other and from what is behind.
	float line = clamp(1.2 * fSize.w - inside, 0.0, 1.0);
	color = vec4(mix(c, rimColor, 0.75 * line), coverage * fColorA.a);
#elif defined(GHOST)
	float line = clamp(1.6 * fSize.w + 0.5 - inside, 0.0, 1.0);
	color = vec4(base, coverage * fColorA.a * (0.06 + 0.84 * line));
#else
	n = n * fColorA.a + v * fSize.w; // the mean of all that face the eye, where there are pixels for no more
	float open = clamp(1.0 - hidden(n, m.z), 0.12, 1.0);
	// What is cut is matt, and darker than the skin.
	vec3 c = cap ? 0.9 * base : gelatin(base, n, v, litHere(hit, n), open);
	color = vec4(film(c), coverage);
#endif
#ifdef THROUGH
#ifdef GHOST
	float alpha = color.a;
#else
	// Denser where it is seen at a slant.
	float slant = 1.0 - max(dot(n, v), 0.0), alpha = color.a * (0.30 + 0.45 * slant * slant);
#endif
	// Of more weight the nearer it is.
	float near = 1.0 - 0.95 * fLens.w;
	sum = vec4(color.rgb, 1.0) * (alpha * 100.0 * near * near * near);
	left = vec4(alpha);
#endif
}
