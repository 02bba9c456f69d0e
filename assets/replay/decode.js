// Reads the data of a replay, which sim/files/export/replay writes: planes of bytes, deflated, as text.

// inflate returns the bytes that a text stands for.
export async function inflate(text) {
	const stream = new Blob([fromText(text.trim())]).stream().pipeThrough(new DecompressionStream("deflate"));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

// fromText returns the bytes of a text in ASCII85, with v for <: five characters are four bytes, z is four zeros.
function fromText(text) {
	const code = text.replaceAll("z", "!!!!!").replaceAll("v", "<"), bytes = new Uint8Array((4 * code.length) / 5);
	for (let i = 0, n = 0; i < code.length; i += 5) {
		let x = 0;
		for (let k = i; k < i + 5; k++) x = 85 * x + (k < code.length ? code.charCodeAt(k) - 33 : 84);
		for (let shift = 24; shift >= 0 && n < bytes.length; shift -= 8) bytes[n++] = x >>> shift;
	}
	return bytes;
}

// form is the form of the data that this script reads.
const form = 2;

// Planes yields the numbers of records whose bytes of one meaning stand together.
class Planes {
	constructor(bytes, records) {
		this.bytes = bytes;
		this.records = records;
	}

	// u returns so many bytes of a record, from a plane on, as a number without a sign.
	u(record, plane, bytes) {
		let x = 0;
		for (let k = bytes - 1; k >= 0; k--) x = x * 256 + this.bytes[(plane + k) * this.records + record];
		return x;
	}

	// i undoes the zigzag: 0, 1, 2, 3 are 0, -1, 1, -2.
	i(record, plane, bytes) {
		const x = this.u(record, plane, bytes);
		return x % 2 ? -(x + 1) / 2 : x / 2;
	}
}

const steps = 4095; // of a component of an orientation from 0 to 1/√2

// decodePoses returns the poses of all moments: rows says where the poses of each moment begin, track of which
// body each is; positions [m], orientations w, x, y, z, speeds [m/s] and spins [rad/s].
export function decodePoses(head, bytes) {
	if (head.form !== form) throw new Error(`the data has the form ${head.form}, this page reads ${form}`);
	const n = head.poses, frames = head.times.length, from = new Planes(bytes, n);
	const out = {
		rows: new Int32Array(frames + 1), track: new Int32Array(n), position: new Float32Array(3 * n),
		orientation: new Float32Array(4 * n), speed: new Float32Array(n), spin: new Float32Array(n),
	};
	const memory = head.bodies.map(() => ({ place: [0, 0, 0], way: [0, 0, 0], small: [0, 0, 0], turn: [0, 0, 0],
		largest: 0, before: 0, speed: 0, spin: 0 }));
	const starts = head.bodies.map((_, i) => i).filter((i) => head.bodies[i].last >= head.bodies[i].first)
		.sort((a, b) => head.bodies[a].first - head.bodies[b].first || a - b);
	let there = [], next = 0, i = 0;
	for (let f = 0; f < frames; f++) {
		there = there.filter((t) => head.bodies[t].last >= f);
		for (; next < starts.length && head.bodies[starts[next]].first === f; next++) there.push(starts[next]);
		there.sort((a, b) => a - b);
		out.rows[f] = i;
		for (const t of there) {
			out.track[i] = t;
			decodePose(from, i++, f - head.bodies[t].first, memory[t], head.quantum, out);
		}
	}
	out.rows[frames] = i;
	if (i !== n) throw new Error(`${i} poses are in the bodies' ranges, the data has ${n}`);
	return out;
}

// decodePose reads pose i of a body of an age in moments; m is what is known of the body.
function decodePose(from, i, age, m, quantum, out) {
	for (let k = 0; k < 3; k++) {
		const guess = age === 0 ? 0 : age === 1 ? m.place[k] : 2 * m.place[k] - m.way[k];
		const x = (guess + from.i(i, 4 * k, 4)) | 0; // runs round in 32 bits
		m.way[k] = m.place[k];
		m.place[k] = x;
		out.position[3 * i + k] = x * quantum.position;
	}
	const largest = from.u(i, 18, 1) ^ m.largest;
	for (let k = 0; k < 3; k++) {
		let guess = steps;
		if (age > 0 && largest === m.largest) {
			guess = age > 1 && m.largest === m.before ? 2 * m.small[k] - m.turn[k] : m.small[k];
		}
		const x = (guess + from.i(i, 12 + 2 * k, 2)) & 0xffff;
		m.turn[k] = m.small[k];
		m.small[k] = x;
	}
	m.before = m.largest;
	m.largest = largest;
	let rest = 1, n = 0;
	for (let k = 0; k < 4; k++) {
		if (k === largest) continue;
		const x = (m.small[n++] - steps) / (steps * Math.SQRT2);
		out.orientation[4 * i + k] = x;
		rest -= x * x;
	}
	out.orientation[4 * i + largest] = Math.sqrt(Math.max(rest, 0));
	m.speed = (m.speed + from.i(i, 19, 2)) & 0xffff;
	m.spin = (m.spin + from.i(i, 21, 2)) & 0xffff;
	out.speed[i] = m.speed * quantum.speed;
	out.spin[i] = m.spin * quantum.spin;
}

// decodeForces returns the forces of all contacts: rows says where those of each moment begin; each has a
// point [m], the normal and the shear force on its first body [N], and which bodies forces move.
export function decodeForces(head, bytes) {
	if (!head.contacts) return null;
	const rows = [0];
	for (const n of head.contacts) rows.push(rows[rows.length - 1] + n);
	const n = rows[rows.length - 1], from = new Planes(bytes, n);
	const out = { rows, point: new Float32Array(3 * n), normal: new Float32Array(3 * n), shear: new Float32Array(3 * n),
		moves: new Uint8Array(n) };
	const last = [0, 0, 0];
	for (let f = 0; f + 1 < rows.length; f++) {
		last.fill(0);
		for (let i = rows[f]; i < rows[f + 1]; i++) {
			for (let k = 0; k < 3; k++) {
				last[k] = (last[k] + from.i(i, 4 * k, 4)) | 0;
				out.point[3 * i + k] = last[k] * head.quantum.position;
				out.normal[3 * i + k] = from.i(i, 12 + 2 * k, 2) * head.quantum.force;
				out.shear[3 * i + k] = from.i(i, 18 + 2 * k, 2) * head.quantum.force;
			}
			out.moves[i] = from.u(i, 24, 1);
		}
	}
	return out;
}

// decodeMeshes returns the meshes: vertices [m], triangles and edges worth drawing as lists of indices.
export function decodeMeshes(head, bytes) {
	let at = bytes.byteOffset;
	const take = (Type, n) => {
		const list = new Type(bytes.buffer, at, n);
		at += 4 * n;
		return list;
	};
	return head.meshes.map((m) => ({
		vertices: take(Float32Array, 3 * m.vertices), triangles: take(Uint32Array, 3 * m.triangles),
		edges: take(Uint32Array, 2 * m.edges),
	}));
}

// decodeSlices returns the slices of a field: of each the cells, 0 where nothing is shown, 1 to 255 from the least to
// the largest number, and the velocities of its arrows [m/s].
export function decodeSlices(head, bytes) {
	const h = head.slice, cells = h.cells[0] * h.cells[1], size = cells + 3 * h.arrows.length;
	return h.times.map((_, i) => ({
		cells: bytes.subarray(i * size, i * size + cells),
		arrows: Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset + i * size + cells, 3 * h.arrows.length),
			(x) => (x * h.speed) / 127),
	}));
}
