#include "frame.glsl"
#include "identity.glsl"
// The number of a mesh, a wall or a cylinder. Variants: MASK, see identity.glsl; TRIANGLES, each
// triangle of a mesh has its own, counted on from the first one's; SHEET, a wall.
uniform vec4 number;
uniform int first;
#ifdef SHEET
in vec3 slow; // the last: opacity of the sheet
#endif
out vec4 color;

void main() {
#ifdef SHEET
	if (slow.z < 0.05) discard; // its soft rim
#endif
#ifdef TRIANGLES
	uint n = uint(first + gl_PrimitiveID);
	color = vec4(n & 255u, n >> 8 & 255u, n >> 16 & 255u, n >> 24) / 255.0;
#else
	color = identity(number, gl_FragCoord.z);
#endif
}
