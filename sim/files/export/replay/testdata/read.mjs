// Reads a page from standard input with the page's own scripts, and tells what they read.
import { readFileSync, writeFileSync, mkdtempSync, cpSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// The scripts are modules, which node knows by this file beside them.
const scripts = mkdtempSync(join(tmpdir(), "replay-"));
cpSync(new URL("../../../../../assets/replay", import.meta.url), scripts, { recursive: true });
writeFileSync(join(scripts, "package.json"), '{"type": "module"}');
const { decodeForces, decodeMeshes, decodePoses, decodeSlices, inflate } = await import(join(scripts, "decode.js"));
const { Run } = await import(join(scripts, "run.js"));
rmSync(scripts, { recursive: true });

const page = readFileSync(0, "utf8"), part = (id) => inflate(page.match(new RegExp(`id="${id}">([^<]*)<`))[1]);
const head = JSON.parse(new TextDecoder().decode(await part("head")));
const forces = decodeForces(head, await part("contacts"));
const run = new Run(head, decodePoses(head, await part("poses")), forces, decodeMeshes(head, await part("meshes")),
	decodeSlices(head, await part("slices")));
const now = run.at(run.end), bodies = [];
for (let i = run.poses.rows[now.frame]; i < run.poses.rows[now.frame + 1]; i++) {
	const b = run.about(i);
	bodies.push({ id: b.id, position: b.position, speed: b.speed, spin: b.spin });
}
// A ray straight down through the middle of the last capsule meets it, or what lies above.
const last = now.place.subarray(8 * (now.count - 1), 8 * now.count);
const picked = run.pick(now, [last[0], last[1], last[2] + 0.1], [0, 0, -1]);
const slice = run.slice(now.frame);
console.log(JSON.stringify({ outline: run.outlines(now)[0][0], cells: [...slice.cells], arrows: [...slice.arrows], bodies, meshes: now.meshes.length, walls: now.walls.length, capsules: now.count,
	contacts: forces.rows[now.frame + 1] - forces.rows[now.frame], picked: picked < 0 ? -1 : run.about(picked).id }));
