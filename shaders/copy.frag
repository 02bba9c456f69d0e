uniform sampler2D picture;
uniform float weight;
in vec2 place;
out vec4 color;

void main() { color = texture(picture, place) * weight; }
