#include "frame.glsl"
// A line between two points as a quad of constant width in pixels, with soft sides.
// Variant MESH: an edge of a mesh, drawn if it is marked or on the silhouette. Variant RIM: with a
// rim that keeps it apart from what is behind.
layout(location = 0) in vec4 from; // w: width [px]
layout(location = 1) in vec4 to;   // w: head of an arrow [px], 0 for none
layout(location = 2) in vec4 lineColor;
#ifdef MESH
layout(location = 3) in vec3 normalA;
layout(location = 4) in vec3 normalB;
uniform mat4 model;
uniform vec4 style; // colour; a: opacity of marked edges
uniform vec4 widths; // of marked edges, of the silhouette [px]; opacity of the silhouette, of other edges
#endif
#ifdef MESH
out float gl_ClipDistance[3];
#endif
uniform float lift; // toward the eye [px]
flat out vec4 fColor;
flat out vec3 shape; // half width, length, head [px]
out vec2 place;      // along and across [px]
#ifdef RIM
const float around = 2.2; // how far beyond the line anything is drawn [px]
#else
const float around = 1.0;
#endif

void main() {
	vec3 a = from.xyz, b = to.xyz;
	float width = from.w * screen.z, head = to.w * screen.z;
	fColor = lineColor;
#ifdef MESH
	a = (model * vec4(a, 1.0)).xyz;
	b = (model * vec4(b, 1.0)).xyz;
	bool marked = from.w > 0.5;
	vec3 v = towardEye(0.5 * (a + b));
	mat3 turn = mat3(model);
	bool silhouette = dot(turn * normalA, v) * dot(turn * normalB, v) <= 0.0;
	width = (silhouette ? widths.y : widths.x) * screen.z;
	head = 0.0;
	fColor = vec4(style.rgb, silhouette ? widths.z : marked ? style.a : widths.w);
	if (fColor.a <= 0.0) {
		gl_Position = vec4(9.0, 9.0, 9.0, 1.0);
		return;
	}
#endif
#ifdef MESH
	for (int i = 0; i < 3; i++) gl_ClipDistance[i] = mix(within(i, a), within(i, b), float(gl_VertexID & 1));
#endif
	a += towardEye(a) * (lift * pixelAt(a));
	b += towardEye(b) * (lift * pixelAt(b));
	vec4 p = viewProj * vec4(a, 1.0), q = viewProj * vec4(b, 1.0);
	// Cut off what lies behind the near plane.
	float np = p.z + p.w, nq = q.z + q.w;
	if (np < 0.0 && nq < 0.0) {
		gl_Position = vec4(9.0, 9.0, 9.0, 1.0);
		return;
	}
	if (np < 0.0) p = mix(p, q, np / (np - nq));
	if (nq < 0.0) q = mix(q, p, nq / (nq - np));

	vec2 sp = p.xy / p.w * 0.5 * screen.xy, sq = q.xy / q.w * 0.5 * screen.xy;
	vec2 along = sq - sp;
	float size = length(along);
	along = size > 1e-4 ? along / size : vec2(1, 0);
	float halfWidth = max(0.5 * width, 0.5);
	// Thinner than a pixel: paler instead.
	fColor.a *= min(1.0, width);
	float margin = max(halfWidth, 0.55 * head) + around;
	vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
	place = vec2(mix(-halfWidth - around, size + halfWidth + around, corner.x), (corner.y * 2.0 - 1.0) * margin);
	shape = vec3(halfWidth, size, min(head, size));
	vec4 end = corner.x < 0.5 ? p : q;
	vec2 s = sp + along * place.x + vec2(along.y, -along.x) * place.y;
	gl_Position = vec4(s / (0.5 * screen.xy) * end.w, end.z, end.w);
}
