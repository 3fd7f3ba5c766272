/**
 * Jest evaluates every module again for each file of tests, and a spec of a service needs two thousand of them. Their
 * compiled code is stored here for the files that follow in the same worker; each file still has its own instances.
 * Jest calls these functions of `node:vm` and has no setting for their cache.
 */
import vm from 'node:vm';

const { compileFunction, SourceTextModule } = vm;
const functions = new Map();
const modules = new Map();

/** Replaces the functions of `node:vm` in this worker; a second call changes nothing. */
export function storeCompiledModules() {
  if (vm.compileFunction !== compileFunction) return;
  vm.compileFunction = (code, parameters, options) => {
    const stored = functions.get(options.filename);
    if (stored?.code === code) return compileFunction(code, parameters, { ...options, cachedData: stored.data });
    const compiled = compileFunction(code, parameters, { ...options, produceCachedData: true });
    if (compiled.cachedData) functions.set(options.filename, { code, data: compiled.cachedData });
    return compiled;
  };
  vm.SourceTextModule = class extends SourceTextModule {
    constructor(code, options) {
      const stored = modules.get(options.identifier);
      const isStored = stored?.code === code;
      super(code, isStored ? { ...options, cachedData: stored.data } : options);
      if (!isStored) modules.set(options.identifier, { code, data: this.createCachedData() });
    }
  };
}
