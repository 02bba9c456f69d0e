package shape

// RGBA is a colour that a scene gives to a shape; sRGB, not premultiplied. A zero alpha means that the scene gives
// no colour, and the code that draws the shape chooses one.
type RGBA [4]uint8
