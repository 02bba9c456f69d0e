flat in vec4 fAxisHalf;
in vec3 point;
out vec4 color;

void main() {
	// Share of the sky above a point that a sphere hides: (r/d)^2 times the cosine of its
	// direction (Quilez, "Sphere - occlusion"); the sphere here is the nearest of the capsule.
	vec3 w = clamp(dot(point, fAxisHalf.xyz), -fAxisHalf.w, fAxisHalf.w) * fAxisHalf.xyz - point;
	float beside = dot(w.xy, w.xy), near = inversesqrt(max(beside + w.z * w.z, 1.0));
	float hidden = max(w.z, 0.0) * near * near * near;
	// It fades out before the edge of the quad.
#ifdef DIRECT
	float fade = clamp(1.333 - 0.333 * beside, 0.0, 1.0);
	color = vec4(vec3(1.0 - 0.75 * hidden * fade), 1.0);
#else
	float fade = clamp(1.333 - 0.13 * beside, 0.0, 1.0);
	color = vec4(1.0, 1.0, 1.0, 1.0 - 0.85 * hidden * fade * fade * (3.0 - 2.0 * fade));
#endif
}
