flat in vec4 fCenterHalf;
flat in vec4 fAxisRadius;
in vec3 point;
out vec4 color;

void main() {
	// Share of the sky above a point that a sphere hides: (r/d)^2 times the cosine of its
	// direction (Quilez, "Sphere - occlusion"); the sphere here is the nearest of the capsule.
	float radius = fAxisRadius.w;
	float s = clamp(dot(point, fAxisRadius.xyz), -fCenterHalf.w, fCenterHalf.w);
	vec3 w = s * fAxisRadius.xyz - point;
	float d = max(length(w), radius);
	float hidden = max(w.z, 0.0) * radius * radius / (d * d * d);
#ifdef DIRECT
	hidden *= smoothstep(2.0, 1.0, length(w.xy) / radius);
#else
	hidden *= smoothstep(3.2, 1.6, length(w.xy) / radius);
#endif
#ifdef DIRECT
	color = vec4(vec3(1.0 - 0.75 * hidden), 1.0);
#else
	color = vec4(1.0, 1.0, 1.0, 1.0 - 0.85 * hidden);
#endif
}
