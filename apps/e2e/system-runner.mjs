/**
 * Runs the e2e files, which all share one system. It is started when they begin: idle beside the specs it would take a
 * tenth of the machine. They run in two lines side by side. In the first are those that use what everybody in the demo
 * organisation sees, one after the other. Beside them, in a process of their own, run those that use nothing but what
 * they create: at the hub, or an installation of their own. Last and alone run those that stop processes of the system,
 * and that of usage, which is only complete while no other test has registered an instance that never responds.
 */
import TestRunner from 'jest-runner';
import { inspect } from 'node:util';
import { endForTests, startForTests } from './src/system/start-for-tests.ts';

const BESIDE = [
  'hostile/bad-plugin',
  'journeys/mistakes',
  'journeys/publishing-journey',
  'operator/observability',
  'operator/operator-api',
  'operator/release-transitions',
  'operator/reviews',
  'pages/bridge',
  'pages/installation',
  'pages/operator',
  'pages/portal',
  'pages/review',
  'pages/wallet',
  'plugin/kushk-dev',
  'plugin/new-plugins',
  'publisher/portal-api',
  'publisher/same-problems',
  'tenants/foreign-ids',
];
const ALONE = ['broken/kill-and-recover', 'broken/pages-of-stopped-services', 'publisher/publisher-api'];

const isOneOf =
  (names) =>
  ({ path }) =>
    names.some((name) => path.endsWith(`/${name}.e2e-spec.ts`));

// jest loads a test runner through its default export.
export default class SystemRunner extends TestRunner {
  isSerial = true;
  #beside;

  constructor(globalConfig, context) {
    super(globalConfig, context);
    // Servers of the tests keep their connections for a few seconds.
    this.#beside = new TestRunner({ ...globalConfig, maxWorkers: 1, workerGracefulExitTimeout: 10_000 }, context);
  }

  async runTests(tests, watcher, options) {
    // An error here would end the run of the specs, too. Each e2e file fails with it instead.
    await startForTests().catch((error) => (process.env.KUSHK_TEST_E2E_PROBLEM = inspect(error)));
    try {
      await this.#runInLines(tests, watcher, options);
    } finally {
      await endForTests();
    }
  }

  async #runInLines(tests, watcher, options) {
    const [isBeside, isAlone] = [isOneOf(BESIDE), isOneOf(ALONE)];
    const beside = tests.filter(isBeside);
    const inTurn = tests.filter((test) => !isBeside(test) && !isAlone(test));
    await Promise.all([
      super.runTests(inTurn, watcher, options),
      beside.length > 0 && this.#beside.runTests(beside, watcher, { serial: false }),
    ]);
    await super.runTests(tests.filter(isAlone), watcher, options);
  }

  on(event, listener) {
    const stops = [super.on(event, listener), this.#beside.on(event, listener)];
    return () => stops.forEach((stop) => stop());
  }
}
