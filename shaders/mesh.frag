#include "frame.glsl"
#include "light.glsl"
// Variant GLASS: what lies behind is multiplied by the second output, the first is added.
// Variant PAPER: technical drawing.
uniform vec4 tint; // sRGB; a: opacity of a front face seen straight on
uniform vec4 absorb;    // binary logarithm of what a wall seen straight on leaves of colours and, a, haze
uniform float strength; // of this side: back faces are fainter
in vec3 point;
in vec3 n;
#ifdef GLASS
layout(location = 0, index = 0) out vec4 color;
layout(location = 0, index = 1) out vec4 through;
#else
out vec4 color;
#endif

void main() {
	vec3 v = towardEye(point);
	vec3 m = normalize(n);
	if (dot(m, v) < 0.0) m = -m;
	float nv = max(dot(m, v), 0.02);
#if defined(PAPER)
	color = vec4(paper.rgb, 1.0);
#elif defined(GLASS)
	// A thin wall: the path through it, and so its colour, grows toward the silhouette.
	float path = min(1.0 / nv, 7.0);
	vec4 left = exp2(absorb * (strength * path)); // colours, and light without haze
	float opacity = 1.0 - left.a;
	float g = 1.0 - nv, fresnel = 0.08 + 0.92 * g * g * g * g * g;
	float wrap = clamp(0.5 + 0.5 * dot(m, key.xyz), 0.0, 1.0);
	vec3 haze = toLinear(tint.rgb) * (keyColor.rgb * (0.25 + 0.55 * wrap) + mix(ground.rgb, sky.rgb, 0.5 + 0.5 * m.z));
	vec3 coat = studio(reflect(-v, m), 1.0) * fresnel;
	float gleam = 0.3 + 0.7 * strength;
	vec3 shine = film(coat);
	shine *= 0.22 + shine; // faint reflections would only fog what is behind
	color = vec4(film(haze * mix(vec3(1.0), tint.rgb, 0.6)) * (0.34 * opacity) + shine * (0.8 * gleam), 0.0);
	through = vec4(left.rgb * (1.0 - 0.55 * opacity), 1.0);
#else
	vec3 c = gelatin(toLinear(tint.rgb), m, v, lit(point, m), 1.0);
	color = vec4(film(c), 1.0);
#endif
}
