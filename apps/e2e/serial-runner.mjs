/**
 * All e2e files share one system, so they run one after the other and never in parallel with other tests. Some of
 * them kill processes of the system, and all of them expect responses as fast as on an idle machine.
 */
import TestRunner from 'jest-runner';

// jest loads a test runner through its default export.
export default class SerialRunner extends TestRunner {
  isSerial = true;
}
