package shape

// RGBA is a colour that a scene gives to a shape; sRGB, not premultiplied. With a zero alpha the scene says nothing,
// and whoever draws the shape chooses.
type RGBA [4]uint8
