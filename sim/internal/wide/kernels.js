// What package wide imports where it is WebAssembly. This text comes behind the script of Go's authors.
globalThis.Go = class extends globalThis.Go {
	constructor() {
		super();
		let run = null;
		// load instantiates the module of the kernels on the memory of the program. It returns 0 where its instructions
		// are not known.
		const load = (at, size) => {
			const { mem } = this._inst.exports;
			try {
				const module = new WebAssembly.Module(new Uint8Array(mem.buffer, at, size));
				({ run } = new WebAssembly.Instance(module, { go: { memory: mem } }).exports);
			} catch {
				return 0;
			}
			return 1;
		};
		this.importObject.kernels = { load, run: (kernel, args) => run(kernel, args) };
	}
};
