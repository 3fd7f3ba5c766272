/**
 * All e2e files share one system, so they run one after the other and not in parallel with other tests: some kill
 * processes of the system, and all expect it to answer as quickly as on an idle machine.
 */
import TestRunner from 'jest-runner';

// jest loads a runner by its default export.
export default class SerialRunner extends TestRunner {
  isSerial = true;
}
