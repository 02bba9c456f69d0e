// Colours and light, those of the program's own pictures; a test of package render compares them.

export const themes = {
	dark: {
		top: 0x3a3f47, bottom: 0x23262b, floor: 0x666b74, wall: 0x8a92a0, wallOpacity: 0.18, ink: 0xe6e8ed,
		glass: 0xf29a30, exposure: 0.68,
	},
	light: {
		top: 0xfafaf8, bottom: 0xe3e5e8, floor: 0xf0f0ee, wall: 0x9aa2ae, wallOpacity: 0.16, ink: 0x2b2f36,
		glass: 0xe8962e, exposure: 0.74,
	},
};

export const tones = [0xb3122a, 0xf1eee4]; // of the halves of bodies that the scene gives no colour
export const normalTint = 0xf0e442, tangentialTint = 0xcc79a7; // of forces
export const measureTint = 0x6cb6f5; // of regions and planes

// Speeds are coloured by viridis, as in the program: equal steps, linear between them.
export const viridis = [
	0x440154, 0x470d60, 0x48186a, 0x482374, 0x472d7b, 0x453681, 0x424086, 0x3f4989, 0x3b528b, 0x375a8d, 0x33638d,
	0x2f6a8e, 0x2c728e, 0x297a8e, 0x26818e, 0x23898e, 0x21908c, 0x1f988b, 0x1f9f88, 0x21a685, 0x28ae80, 0x31b57b,
	0x3ebc74, 0x4cc26c, 0x5dc963, 0x6ece58, 0x82d34c, 0x96d83f, 0xabdc32, 0xc0df24, 0xd5e21a, 0xeae51a, 0xfde725,
];

export const keyLight = [-0.12, -0.55, 0.85]; // toward it, of any length
export const keyTangent = 0.085; // of half the angle under which it is seen
export const opacity = 0.25; // of meshes
export const sliceOpacity = 0.8;

export const bytes = (hex) => [hex >> 16, (hex >> 8) & 255, hex & 255];

// rgba returns a colour as numbers from 0 to 1.
export const rgba = (hex, alpha = 1) => [...bytes(hex).map((x) => x / 255), alpha];

// speedColor returns the bytes of a colour of the map at x, from 0 to 1.
export function speedColor(x) {
	const at = Math.max(0, Math.min(x, 1)) * (viridis.length - 1);
	const i = Math.min(Math.floor(at), viridis.length - 2);
	const a = bytes(viridis[i]), b = bytes(viridis[i + 1]);
	return a.map((v, k) => Math.floor(v * (1 - at + i) + b[k] * (at - i) + 0.5));
}

// grey returns a colour without its hue, as light as it was.
export function grey(c) {
	const g = Math.floor(255 * (0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2]) + 0.5) / 255;
	return [g, g, g, c[3]];
}
