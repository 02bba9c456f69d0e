#include "frame.glsl"
#include "light.glsl"
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 model;
#ifndef COUNT // which planes must not cut: some drivers do so even where they are switched off
out float gl_ClipDistance[3];
#endif
out vec3 point;
out vec3 n;
#ifdef GLASS
uniform vec4 tint;      // sRGB
uniform vec4 absorb;    // binary logarithm of what a wall seen straight on leaves of colours and, a, haze
uniform float strength; // of this side: back faces are fainter
uniform float side;     // of the faces drawn: 1 front, -1 back
out vec3 view;          // toward the eye, of any length
out vec3 haze;          // light that the wall scatters toward the eye, as if it were opaque; sRGB
#ifdef THROUGH
out float near;         // 1 before the scene, 0 behind it
#endif
flat out vec4 fAbsorb;
flat out vec4 fKey;     // w: strength of reflections
flat out vec4 fStrip;
#endif

void main() {
	vec4 p = model * vec4(position, 1.0);
	point = p.xyz;
	n = mat3(model) * normal;
	gl_Position = viewProj * p;
#ifndef COUNT
	for (int i = 0; i < 3; i++) gl_ClipDistance[i] = within(i, p.xyz);
#endif
#ifdef GLASS
	view = eye.w > 0.5 ? back.xyz : eye.xyz - point;
	// Haze changes slowly, so that corners say enough.
	vec3 m = n * side;
	float wrap = clamp(0.5 + 0.5 * dot(m, key.xyz), 0.0, 1.0);
	vec3 light = keyColor * (0.25 + 0.55 * wrap) + mix(ground, sky, 0.5 + 0.5 * m.z);
	haze = 0.34 * film(toLinear(tint.rgb) * light * mix(vec3(1.0), tint.rgb, 0.6));
#ifdef THROUGH
	near = clamp(0.5 + dot(point - focus.xyz, back.xyz) / (2.0 * focus.w), 0.0, 1.0);
#endif
	fAbsorb = absorb * strength;
	fKey = vec4(key.xyz, 0.8 * (0.3 + 0.7 * strength));
	fStrip = vec4(strip.xyz, screen.w);
#endif
}
