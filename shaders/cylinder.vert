#include "frame.glsl"
// One strip of a tube, along its axis. Variant DEPTH: for the key light's map.
uniform vec4 center; // middle of the drawn part [m]; w: radius [m]
uniform vec4 along;  // unit vector along the axis; w: half of the drawn length [m]
uniform vec4 start;  // unit vector across that turns with the body; w: strips round the tube
out float gl_ClipDistance[3];
out vec3 point;
out vec3 n;
out vec2 place; // turns round the axis; from the middle along it [m]

void main() {
	float turn = (float(gl_InstanceID) + float(gl_VertexID & 1)) / start.w;
	vec3 across = cross(along.xyz, start.xyz);
	n = start.xyz * cos(turn * 6.2831853) + across * sin(turn * 6.2831853);
	place = vec2(turn, float((gl_VertexID >> 1) * 2 - 1) * along.w);
	point = center.xyz + n * center.w + along.xyz * place.y;
#ifdef DEPTH
	gl_Position = vec4((lightMap * vec4(point, 1.0)).xyz * 2.0 - 1.0, 1.0);
#else
	gl_Position = viewProj * vec4(point, 1.0);
	for (int i = 0; i < 3; i++) gl_ClipDistance[i] = within(i, point);
#endif
}
