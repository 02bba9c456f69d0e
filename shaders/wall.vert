#include "frame.glsl"
// Some of the cells that the drawn rectangle of a wall is cut into: what changes slowly is
// computed at their corners only. Neighbouring cells get the same corners to the last bit,
// or the background would shine through.
uniform vec4 origin; // lower corner [m]
uniform vec4 edgeU;  // along the first side [m]; w: its length
uniform vec4 edgeV;
uniform vec4 cells;  // first column and row, columns and rows from there
uniform float total; // cells along each side of the rectangle
uniform vec4 normal; // to the side of the eye
uniform vec4 closed; // 1 for the ends that stop at another wall: lower, lower, upper, upper
uniform vec4 gridOf; // coordinates of the lower corner on the grid's axes [m], step [m]
out vec2 grid;       // in steps of the grid
out vec2 map;        // place in the light's maps
out vec3 slow;       // pool of light, opacity of lines, opacity of the sheet
#ifndef SHADE
uniform vec4 tint;   // sRGB; a: opacity
uniform vec4 lines;  // opacity of fine and strong lines; steps per strong line, one over it
uniform vec4 edges;  // ends of the sheet, in steps of the grid: lower, lower, upper, upper
flat out vec4 fTint; // as uniforms are slow, see frame.glsl
flat out vec4 fLines;
flat out vec4 fEdges;
flat out vec4 fClosed;
flat out vec4 fInk;  // w: half the width of lines [px]
#endif
#ifdef OPAQUE
flat out vec4 fTop;    // background; w: one over the height of the picture [1/px]
flat out vec4 fBottom;
#endif

void main() {
	float row = floor((float(gl_InstanceID) + 0.5) / cells.z);
	vec2 cell = cells.xy + vec2(float(gl_InstanceID) - row * cells.z, row);
	vec2 place = (cell + vec2(gl_VertexID & 1, gl_VertexID >> 1)) / total, size = vec2(edgeU.w, edgeV.w);
	vec3 point = origin.xyz + edgeU.xyz * place.x + edgeV.xyz * place.y;
	vec3 away = (point - focus.xyz) / focus.w;
	float grazing = abs(dot(towardEye(point), normal.xyz));
	// The wall goes on beyond its rectangle, so the sheet ends softly.
	vec4 rim = max(closed, smoothstep(0.0, 0.22, vec4(place, 1.0 - place) * size.xyxy / min(size.x, size.y)));
	slow.x = 0.55 + 0.45 / (1.0 + 0.16 * dot(away, away));
	slow.y = smoothstep(0.02, 0.30, grazing);
	slow.z = rim.x * rim.y * rim.z * rim.w * smoothstep(0.0, 0.06, grazing);
	map = (lightMap * vec4(point, 1.0)).xy;
	grid = (gridOf.xy + size * place) / gridOf.z;
	gl_Position = viewProj * vec4(point, 1.0);
#ifndef SHADE
	fTint = tint;
	fLines = lines;
	fEdges = edges;
	fClosed = closed;
	fInk = vec4(ink.rgb, 0.5 + 0.5 * screen.z);
#endif
#ifdef OPAQUE
	fTop = vec4(top.rgb, 1.0 / screen.y);
	fBottom = bottom;
#endif
}
