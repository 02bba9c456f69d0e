// A field in a slice, in pages.
uniform sampler2D picture; // of its cells, clear where there is nothing
in vec2 place;
out vec4 color;

void main() { color = texture(picture, place); }
