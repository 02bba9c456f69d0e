#ifdef SHADOWS
uniform sampler2DShadow depthMap; // nearest surface to the key light
#endif

// toLinear is a fit of the sRGB curve within half a step of 8 bits; a power would cost
// several times as much in software.
vec3 toLinear(vec3 c) { return c * (c * (c * 0.305306 + 0.682171) + 0.012523); }

// film turns light into sRGB: it keeps the middle and bends bright light toward white, like
// film. Method: J. Hejl and R. Burgess-Dawson, "Filmic Tonemapping" (2010), whose fit
// holds the sRGB curve too.
vec3 film(vec3 c) {
	c = max(c * screen.w - 0.004, 0.0);
	return (c * (6.2 * c + 0.5)) / (c * (6.2 * c + 1.7) + 0.06);
}

// lit returns how much of the key light reaches a point with normal n, 0 to 1.
float lit(vec3 p, vec3 n) {
#ifdef SHADOWS
	// Move off the surface by the texel's size, so that it does not shade itself.
	vec3 q = (lightMap * vec4(p + n * (1.6 * maps.x), 1.0)).xyz;
	q.z -= 0.6 * maps.x / maps.z;
	float d = 0.6 * maps.y;
	float s = 0.5 * (texture(depthMap, q + vec3(-d, d, 0.0)) + texture(depthMap, q + vec3(d, -d, 0.0)));
	return 1.0 - key.w * (1.0 - s);
#else
	return 1.0;
#endif
}

// studio is the light that comes from direction r: sky and ground, a large soft box round
// the key light and a strip light low on the other side.
vec3 studio(vec3 r, float shine) {
	vec3 c = mix(ground.rgb, sky.rgb, smoothstep(-0.25, 0.55, r.z));
	float k = dot(r, key.xyz);
	c += keyColor.rgb * (0.3 + 0.7 * shine) * (9.0 * smoothstep(0.90, 0.985, k) + 0.5 * max(k, 0.0) * max(k, 0.0));
	c += sky.rgb * 2.2 * smoothstep(0.90, 0.97, dot(r, strip.xyz));
	return c;
}

// gelatin is the light from a glossy, slightly translucent body: colour c (linear), normal
// n, direction v to the eye, share s of key light, share o of sky.
vec3 gelatin(vec3 c, vec3 n, vec3 v, float s, float o) {
	float nl = dot(n, key.xyz);
	// Light that enters near the terminator leaves a little further on, tinted.
	float wrap = clamp((nl + 0.22) / 1.22, 0.0, 1.0);
	vec3 direct = keyColor.rgb * mix(c * c, c, clamp(nl * 1.5 + 0.75, 0.0, 1.0)) * wrap * s;
	vec3 ambient = mix(ground.rgb, sky.rgb, 0.5 + 0.5 * n.z) * c * o;
	float nv = max(dot(n, v), 0.0);
	float grazing = 1.0 - nv;
	float g2 = grazing * grazing;
	float fresnel = 0.045 + 0.955 * g2 * g2 * grazing;
#ifdef SHADOWS
	vec3 coat = studio(reflect(-v, n), s) * fresnel * (0.35 + 0.65 * o);
#else
	float shine = max(dot(reflect(-v, n), key.xyz), 0.0);
	shine *= shine; shine *= shine; shine *= shine; shine *= shine;
	vec3 coat = (sky.rgb + keyColor.rgb * (9.0 * shine * shine)) * fresnel;
#endif
	vec3 rim = sky.rgb * (0.30 * g2 * grazing * o) * (0.4 + 0.6 * c);
	return direct + ambient + coat + rim;
}
