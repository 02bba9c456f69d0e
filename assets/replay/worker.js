// The worker of a page: it runs the engine, which is instantiated from bytes of the page. The script of Go's authors
// stands before this one.

let engine = null, task = 0;

// ask calls a function of the engine, which returns an Error where it fails.
function ask(name, ...args) {
	const answer = engine[name](...args);
	if (answer instanceof Error) throw answer;
	return answer;
}

async function start(bytes, run, starts) {
	const go = new Go(), ready = new Promise((found) => { self.engineReady = found; });
	const { instance } = await WebAssembly.instantiate(bytes, go.importObject);
	go.run(instance).then(() => postMessage({ error: "the engine has stopped" }));
	engine = await ready;
	ask("open", run, starts);
	postMessage({ ready: ask("program") });
}

// heard lets messages come in. It is a message itself: browsers hold back a timer for 4 ms.
const echo = new MessageChannel();
const heard = () => new Promise((go) => {
	echo.port1.onmessage = go;
	echo.port2.postMessage(null);
});

// march computes one moment after another and says so; messages come in between, and a new task ends this one. The
// poses of a variant are sent from time to time, less often the more there are.
async function march(mine, poses) {
	let sent = performance.now(), pause = 150; // [ms]
	for (;;) {
		const report = JSON.parse(ask("next"));
		// The poses come before the word that the run is done: whoever then begins another run has seen all of this one.
		if (poses && !report.ahead && (report.done || performance.now() - sent > pause)) {
			postMessage({ poses: ask("poses"), task: mine });
			[sent, pause] = [performance.now(), 1.5 * pause];
		}
		postMessage({ report, task: mine });
		if (report.done) return;
		await heard();
		if (mine !== task) return;
	}
}

self.onmessage = async ({ data }) => {
	try {
		if (data.act === "start") await start(data.engine, data.run, data.starts);
		else if (data.act === "file") postMessage({ file: ask("file") });
		else {
			task = data.task;
			if (data.act === "check") ask("check");
			else ask("attempt", JSON.stringify(data.set), data.from);
			await march(task, data.act === "attempt");
		}
	} catch (e) {
		postMessage({ error: e.message, task: data.task });
	}
};
