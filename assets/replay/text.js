// Writes numbers for people.

const prefixes = ["n", "µ", "m", "", "k", "M", "G"];

// short writes three digits without trailing zeros.
export const short = (x) => String(Number(x.toPrecision(3)));

// quantity writes a value with a unit, with a prefix where the unit takes one.
export function quantity(x, unit) {
	if (!x || ["rad/s", "m/s"].includes(unit)) return `${short(x)} ${unit}`;
	const k = Math.max(-3, Math.min(Math.floor(Math.log10(Math.abs(x)) / 3 + 1e-9), 3));
	return `${short(x / 1000 ** k)} ${prefixes[k + 3]}${unit}`;
}

// exact writes a value to the digits that a quantum leaves.
export function exact(x, quantum) {
	return x.toFixed(Math.max(0, Math.min(Math.ceil(-Math.log10(quantum)), 12)));
}

// nice returns the smallest number of 1, 1.5, 2, 3, 5 or 7 times a power of ten that is at least x.
export function nice(x) {
	if (!(x > 0)) return 1;
	const p = 10 ** Math.floor(Math.log10(x));
	return [1, 1.5, 2, 3, 5, 7, 10].map((m) => m * p).find((m) => m >= x * (1 - 1e-9));
}
