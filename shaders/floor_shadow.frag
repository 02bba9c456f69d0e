flat in vec4 ends;
flat in vec3 widths;
in vec2 point;
out vec4 color;

void main() {
	vec2 along = ends.zw - ends.xy, p = point - ends.xy;
	float s = clamp(dot(p, along) / max(dot(along, along), 1e-12), 0.0, 1.0);
	float d = length(p - s * along);
	float width = mix(widths.x, widths.y, s), radius = widths.z;
	float cover = smoothstep(radius + width, radius - width, d);
	// A body smaller than the light's disc hides only a part of it.
	cover *= min(1.0, radius / width);
	color = vec4(vec3(1.0 - cover), 1.0);
}
