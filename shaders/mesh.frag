#ifdef GLASS
#define KEY fKey
#define STRIP fStrip
#define EXPOSURE fStrip.w
#endif
#include "frame.glsl"
// Variant GLASS: a surface that is seen through: what lies behind is multiplied by the second output, the first is
// added; with THROUGH for weigh.frag. Where there is no second output the variants KEPT and SHINE, one after the
// other, multiply and add with one.
// Variant PAPER: technical drawing. Variant PAINT: each triangle has a colour of a legend, shaded by brightness only.
in vec3 point;
in vec3 n;
#ifdef GLASS
in vec3 view;
in vec3 haze;
flat in vec4 fAbsorb;
flat in vec4 fKey;
flat in vec4 fStrip;
#if defined(THROUGH)
in float near; // 1 before the scene, 0 behind it
layout(location = 0) out vec4 sum;
layout(location = 1) out vec4 left;
#elif defined(KEPT)
vec4 color;
out vec4 through;
#elif defined(SHINE)
out vec4 color;
vec4 through;
#else
layout(location = 0, index = 0) out vec4 color;
layout(location = 0, index = 1) out vec4 through;
#endif
#else
#ifdef PAINT
uniform sampler2D colors; // sRGB, of the triangles, row by row
#else
uniform vec4 tint; // sRGB
#endif
out vec4 color;
#endif
#include "light.glsl"

void main() {
	vec3 m = normalize(n);
#if defined(PAPER)
	color = vec4(paper.rgb, 1.0);
#elif defined(GLASS)
	vec3 v = normalize(view);
	float nv = dot(m, v);
	m *= sign(nv);
	nv = max(abs(nv), 0.02);
	// A thin wall: the path through it, and so its colour, grows toward the silhouette.
	float path = min(1.0 / nv, 7.0);
	vec4 kept = exp2(fAbsorb * path); // colours, and light without haze
	float opacity = 1.0 - kept.a;
	float g = 1.0 - nv, g2 = g * g, fresnel = 0.08 + 0.92 * g2 * g2 * g;
	vec3 shine = film(studio(reflect(-v, m), 1.0) * fresnel);
	shine *= (0.22 + shine) * fKey.w; // faint reflections would only fog what is behind
	shine /= 1.0 + 1.8 * shine;       // and strong ones would hide it: the lamp shows as a sheen, not as a white band
	vec3 light = haze * opacity + shine, rest = kept.rgb * (1.0 - 0.55 * opacity) * (1.0 - shine * shine);
#ifdef THROUGH
	float w = 0.05 + 0.95 * near;
	sum = vec4(light, 1.0 - dot(rest, vec3(1.0 / 3.0))) * (100.0 * w * w * w);
	left = vec4(1.0 - rest, 1.0);
#else
	color = vec4(light, 0.0);
	through = vec4(rest, 1.0);
#endif
#elif defined(PAINT)
	vec3 base = texelFetch(colors, ivec2(gl_PrimitiveID % 4096, gl_PrimitiveID / 4096), 0).rgb;
	float nv = dot(m, towardEye(point)); // what faces the eye has the very colour of the legend, as in capsule.frag
	color = vec4(max((base + 0.055) * (1.0 - 0.32 * (1.0 - nv * nv)) - 0.055, 0.0), 1.0);
#else
	vec3 v = towardEye(point);
	if (dot(m, v) < 0.0) m = -m;
	vec3 c = gelatin(toLinear(tint.rgb), m, v, lit(point, m), 1.0);
	color = vec4(film(c), 1.0);
#endif
}
