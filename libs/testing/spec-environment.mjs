/**
 * jest's environment of the specs.
 *
 * Their global object is a plain one. The one of jest is a proxy, through which every `Math`, `Object` or `Promise` of
 * every module is looked up: signing a NATS account takes ten times as long with it.
 *
 * It keeps the newest lines that the services of a spec log at `warn` and above
 * (`libs/runtime/src/log.ts`), and prints them when a test fails: a service answers an unexpected error with a reply
 * that does not name its cause. The output of a run without failures stays empty.
 */
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import { storeCompiledModules } from './compiled-modules.mjs';

storeCompiledModules();

const maxLines = 100;
const shownCharacters = 4_000;

export default class SpecEnvironment extends TestEnvironment {
  #lines = [];
  #path;

  constructor(config, context) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
    this.#path = context.testPath;
  }

  async setup() {
    await super.setup();
    this.global.kushkTestLog = {
      write: (line) => {
        this.#lines.push(line);
        if (this.#lines.length > maxLines) this.#lines.shift();
      },
    };
  }

  /** The lines before the first test belong to it: when `beforeAll` fails, its tests fail. */
  handleTestEvent(event) {
    if (event.name === 'hook_failure' && event.hook.type === 'afterAll') this.#print('afterAll');
    if (event.name !== 'test_done') return;
    if (event.test.errors.length > 0) this.#print(event.test.name);
    this.#lines = [];
  }

  #print(test) {
    if (this.#lines.length === 0) return;
    const lines = this.#lines.map((line) => `  ${line.trimEnd().slice(0, shownCharacters)}\n`);
    process.stderr.write(`\n${this.#path}\nlog of the failed test "${test}":\n${lines.join('')}\n`);
    this.#lines = [];
  }
}
