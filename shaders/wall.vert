#include "frame.glsl"
// A part of the drawn rectangle of a wall, cut into cells: what changes slowly is computed
// at their corners only.
uniform vec4 origin; // lower corner [m]
uniform vec4 edgeU;  // along the first side [m]; w: its length
uniform vec4 edgeV;
uniform vec4 part;   // of the rectangle: lower and upper corner, 0..1
uniform vec4 cells;  // along both sides
uniform vec4 normal; // to the side of the eye
uniform vec4 gridOf; // coordinates of the lower corner on the grid's axes [m], step [m]
out vec2 grid;       // in steps of the grid
out vec2 map;        // place in the light's maps
out vec3 slow;       // pool of light, opacity of lines, opacity of the sheet

void main() {
	vec2 cell = vec2(mod(float(gl_InstanceID), cells.x), floor((float(gl_InstanceID) + 0.5) / cells.x));
	cell = (cell + vec2(gl_VertexID & 1, gl_VertexID >> 1)) / cells.xy;
	vec2 place = mix(part.xy, part.zw, cell), size = vec2(edgeU.w, edgeV.w);
	vec3 point = origin.xyz + edgeU.xyz * place.x + edgeV.xyz * place.y;
	vec3 away = (point - focus.xyz) / focus.w;
	float grazing = abs(dot(towardEye(point), normal.xyz));
	// The wall goes on beyond its rectangle, so the sheet ends softly.
	vec2 rim = smoothstep(0.0, 0.22, min(place, 1.0 - place) * size / min(size.x, size.y));
	slow.x = 0.55 + 0.45 / (1.0 + 0.16 * dot(away, away));
	slow.y = smoothstep(0.02, 0.30, grazing);
	slow.z = rim.x * rim.y * smoothstep(0.0, 0.06, grazing);
	map = (lightMap * vec4(point, 1.0)).xy;
	grid = (gridOf.xy + size * place) / gridOf.z;
	gl_Position = viewProj * vec4(point, 1.0);
}
