#include "frame.glsl"
#include "light.glsl"
// A quad that faces the eye, in front of a capsule and as large as its outline.
layout(location = 0) in vec4 centerHalf;
layout(location = 1) in vec4 axisRadius;
layout(location = 2) in vec4 colorA; // of the half at -axis
layout(location = 3) in vec4 colorB; // of the half at +axis
layout(location = 4) in vec4 shadeA; // occluded sky at the end -axis: mean, gradient
layout(location = 5) in vec4 shadeB; // and at +axis

#ifdef PAPER
layout(location = 6) in vec3 sideways; // unit vector that turns with the body
flat out vec3 fSide;
#endif
#ifdef CUT
flat out vec4 fCut[3]; // planes that cut, from the middle
#endif

flat out vec4 fAxisRadius;
flat out vec4 fColorA; // a: SOLID: how much of normals counts
flat out vec4 fColorB;
flat out vec4 fSize;   // half length; size of a pixel as x + y d at a depth d; size of marks, SOLID: how much of the
                       // direction to the eye counts as normal
flat out vec4 fLens;   // depth buffer as x + y d + z / d; depth of the middle in the scene, 0 near, 1 far
flat out vec4 fKey;    // w: how far off the surface shadows are looked up [m]
#if defined(SOLID) || defined(DATA)
flat out vec4 fHidden; // occluded sky at the middle: mean, gradient; DATA: see hidden
flat out vec4 fSlope;  // and how it grows along the axis [1/m]
#endif
#ifdef SOLID
flat out vec4 fStrip;
#endif
#ifdef SHADOWS
flat out vec4 fMapX;   // rows of the transform from the middle's neighbourhood to the light's map
flat out vec4 fMapY;
flat out vec4 fMapZ;
#endif
out vec4 fCorner; // on the quad, from the centre [m]; depth
out vec4 fRay;    // along the line of sight, in perspective from the eye [m]; by which depth grows along it

void main() {
	vec3 center = centerHalf.xyz, axis = axisRadius.xyz;
	float halfLength = centerHalf.w, radius = axisRadius.w;
	vec3 v = towardEye(center);
	float along = dot(axis, v);
	vec3 u = axis - along * v;
	float side = length(u);
	u = side > 1e-4 ? u / side : normalize(cross(v, abs(v.z) < 0.9 ? vec3(0, 0, 1) : vec3(1, 0, 0)));
	vec3 w = cross(v, u);

	// In front of the capsule perspective makes what is behind only smaller. With the eye
	// nearly inside there is no room in front: stay before the eye and widen.
	float front = halfLength * abs(along) + radius, widen = 1.0;
	if (eye.w < 0.5) {
		float distance = length(eye.xyz - center);
		if (front > 0.8 * distance) {
			front = 0.8 * distance;
			widen = 12.0;
		}
	}
	float margin = 0.75 * pixelAt(center);
	vec2 size = (vec2(halfLength * side, 0.0) + radius + margin) * widen;
	vec2 sign = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
	vec3 corner = v * front + u * (sign.x * size.x) + w * (sign.y * size.y);
	gl_Position = viewProj * vec4(center + corner, 1.0);

	bool flatView = eye.w > 0.5;
	vec3 ray = flatView ? -back.xyz : center + corner - eye.xyz;
	fCorner = vec4(corner, ahead(center + corner));
	fRay = vec4(ray, -dot(ray, back.xyz));
	fAxisRadius = axisRadius;
	fSize = vec4(halfLength, flatView ? vec2(back.w, 0.0) : vec2(0.0, back.w), screen.z);
	fLens = vec4(lens.x, flatView ? vec2(lens.y, 0.0) : vec2(0.0, lens.y),
		clamp(0.5 - dot(center - focus.xyz, back.xyz) / (2.0 * focus.w), 0.0, 1.0));
	fKey = vec4(key.xyz, lift * maps.x);
	fColorA = colorA;
	fColorB = colorB;
#ifdef SOLID
	// Of a capsule of a few pixels its mean is drawn: both colours in one, and see SOLID in capsule.frag.
	float across = radius / pixelAt(center), ends = clamp((across + halfLength / pixelAt(center)) / 3.0 - 0.5, 0.0, 1.0);
	vec3 a = toLinear(colorA.rgb), b = toLinear(colorB.rgb), both = 0.5 * (a + b);
	float fine = clamp(0.5 * across - 0.4, 0.0, 1.0);
	fColorA = vec4(mix(both, a, ends), fine);
	fColorB.rgb = mix(both, b, ends);
	fSize.w = 0.7 * (1.0 - fine);
	fStrip = vec4(strip.xyz, screen.w);
#endif
#if defined(SOLID) || defined(DATA)
	fHidden = 0.5 * (shadeA + shadeB);
	fSlope = (shadeB - shadeA) * (0.5 / max(halfLength, 1e-9));
#endif
#ifdef DATA
	fHidden = 0.45 * fHidden + vec4(0.22, -0.06 * key.xyz);
	fSlope *= 0.45;
	fColorB.xy = vec2(1.0 / (9.0 * screen.z), 6.4 * screen.z); // of the stripes of bodies without a value
#endif
#ifdef SHADOWS
	vec3 at = (lightMap * vec4(center, 1.0)).xyz;
	mat4 rows = transpose(lightMap);
	fMapX = vec4(rows[0].xyz, at.x);
	fMapY = vec4(rows[1].xyz, at.y);
	fMapZ = vec4(rows[2].xyz, at.z);
	fColorB.a = maps.y; // one over the map's resolution
#endif
#ifdef PAPER
	fSide = sideways;
#endif
#ifdef CUT
	for (int i = 0; i < 3; i++) fCut[i] = vec4(cuts[i].xyz, within(i, center));
#endif
}
