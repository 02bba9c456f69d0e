#include "frame.glsl"
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

flat out vec4 fCenterHalf;
flat out vec4 fAxisRadius;
flat out vec4 fColorA;
flat out vec4 fColorB;
flat out vec4 fShadeA;
flat out vec4 fShadeB;
out vec3 corner; // on the quad, from the centre [m]

void main() {
#ifdef PAPER
	fSide = sideways;
#endif
	fCenterHalf = centerHalf;
	fAxisRadius = axisRadius;
	fColorA = colorA;
	fColorB = colorB;
	fShadeA = shadeA;
	fShadeB = shadeB;

	vec3 axis = axisRadius.xyz;
	float halfLength = centerHalf.w, radius = axisRadius.w;
	vec3 v = towardEye(centerHalf.xyz);
	float along = dot(axis, v);
	vec3 u = axis - along * v;
	float side = length(u);
	u = side > 1e-4 ? u / side : normalize(cross(v, abs(v.z) < 0.9 ? vec3(0, 0, 1) : vec3(1, 0, 0)));
	vec3 w = cross(v, u);

	// In front of the capsule perspective makes what is behind only smaller. With the eye
	// nearly inside there is no room in front: stay before the eye and widen.
	float front = halfLength * abs(along) + radius, widen = 1.0;
	if (eye.w < 0.5) {
		float distance = length(eye.xyz - centerHalf.xyz);
		if (front > 0.8 * distance) {
			front = 0.8 * distance;
			widen = 12.0;
		}
	}
	float margin = 0.75 * pixelAt(centerHalf.xyz);
	vec2 size = (vec2(halfLength * side, 0.0) + radius + margin) * widen;
	vec2 sign = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
	corner = v * front + u * (sign.x * size.x) + w * (sign.y * size.y);
	gl_Position = viewProj * vec4(centerHalf.xyz + corner, 1.0);
}
