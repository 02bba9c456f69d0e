#ifdef SHADOWS
uniform sampler2DShadow depthMap; // nearest surface to the key light
#endif

// Shaders with many fragments name inputs here, see frame.glsl.
#ifndef KEY
#define KEY key
#define STRIP strip
#define EXPOSURE screen.w
#endif

// Linear colours of the key light and of the light from above and from below.
const vec3 keyColor = vec3(1.55, 1.47, 1.36);
const vec3 sky = vec3(0.50, 0.55, 0.63);
const vec3 ground = vec3(0.25, 0.24, 0.23);

// Part of the key light that a shadow takes away.
const float darkness = 0.92;

// How far off the surface a shadow is looked up, so that it does not shade itself [texels].
const float lift = 1.6;

// toLinear is a fit of the sRGB curve within half a step of 8 bits; a power would cost
// several times as much in software.
vec3 toLinear(vec3 c) { return c * (c * (c * 0.305306 + 0.682171) + 0.012523); }

// film turns light into sRGB: it keeps the middle and bends bright light toward white, like
// film. Method: J. Hejl and R. Burgess-Dawson, "Filmic Tonemapping" (2010), whose fit
// holds the sRGB curve too. Black becomes a little less than nothing.
vec3 film(vec3 c) {
	c = c * EXPOSURE - 0.004;
	return (c * (6.2 * c + 0.5)) / (c * (6.2 * c + 1.7) + 0.06);
}

#ifdef SHADOWS
// litAt returns how much of the key light reaches a place of its map with texels of a size,
// 0 to 1.
float litAt(vec3 q, float texel) {
	float d = 0.6 * texel;
	q.z -= d;
	float s = 0.5 * (texture(depthMap, q + vec3(-d, d, 0.0)) + texture(depthMap, q + vec3(d, -d, 0.0)));
	return 1.0 - darkness * (1.0 - s);
}

// lit returns how much of the key light reaches a point with normal n, 0 to 1.
float lit(vec3 p, vec3 n) {
	return litAt((lightMap * vec4(p + n * (lift * maps.x), 1.0)).xyz, maps.y);
}
#else
float lit(vec3 p, vec3 n) { return 1.0; }
#endif

// soft goes from 0 to 1 as x does, as smoothstep.
float soft(float x) {
	x = clamp(x, 0.0, 1.0);
	return x * x * (3.0 - 2.0 * x);
}

// studio is the light that comes from direction r: sky and ground, a large soft box round
// the key light and a strip light low on the other side.
vec3 studio(vec3 r, float shine) {
	float k = dot(r, KEY.xyz), front = max(k, 0.0);
	float box = 9.0 * soft(k * 11.764706 - 10.588235) + 0.5 * front * front;
	float side = 2.2 * soft(dot(r, STRIP.xyz) * 14.285714 - 12.857143);
	vec3 c = mix(ground, sky, soft(r.z * 1.25 + 0.3125));
	return c + keyColor * ((0.3 + 0.7 * shine) * box) + sky * side;
}

// gelatin is the light from a glossy, slightly translucent body: colour c (linear), normal
// n, direction v to the eye, share s of key light, share o of sky.
vec3 gelatin(vec3 c, vec3 n, vec3 v, float s, float o) {
	float nl = dot(n, KEY.xyz);
	// Light that enters near the terminator leaves a little further on, tinted.
	float wrap = max(nl * 0.819672 + 0.180328, 0.0);
	vec3 direct = keyColor * (wrap * s) * mix(c * c, c, min(nl * 1.5 + 0.75, 1.0));
	vec3 ambient = mix(ground, sky, 0.5 + 0.5 * n.z) * c * o;
	float grazing = 1.0 - dot(n, v); // of what faces the eye
	float g2 = grazing * grazing;
	float fresnel = 0.045 + 0.955 * g2 * g2 * grazing;
#ifdef SHADOWS
	vec3 coat = studio(reflect(-v, n), s) * fresnel * (0.35 + 0.65 * o);
#else
	float shine = max(dot(reflect(-v, n), KEY.xyz), 0.0);
	shine *= shine; shine *= shine; shine *= shine; shine *= shine;
	vec3 coat = (sky + keyColor * (9.0 * shine * shine)) * fresnel;
#endif
	vec3 rim = sky * (0.30 * g2 * grazing * o) * (0.4 + 0.6 * c);
	return direct + ambient + coat + rim;
}
