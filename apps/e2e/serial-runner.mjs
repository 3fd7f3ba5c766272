/**
 * All black-box files stand before one system, so they run one after the other, and not beside other tests: some of
 * them kill its parts, and all of them expect it to answer as quickly as on a quiet machine.
 */
import TestRunner from 'jest-runner';

// A default export, because jest loads a runner by it.
export default class SerialRunner extends TestRunner {
  isSerial = true;
}
