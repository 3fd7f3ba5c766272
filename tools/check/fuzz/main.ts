/**
 * `npm run fuzz` runs the property tests of all APIs with many inputs; `npm test` runs them with few.
 * `KUSHK_FUZZ_RUNS` and `KUSHK_FUZZ_SEED` set the number of inputs and the seed.
 */
import { spawn } from 'node:child_process';

const LONG_RUN = '100000';
const jest = [
  '--disable-warning=ExperimentalWarning',
  '--experimental-vm-modules',
  'node_modules/jest/bin/jest.js',
  '--selectProjects',
  'specs',
  'e2e',
  '--runInBand',
  'apps/e2e/src/fuzz',
  'apps/integration/src/fuzz',
];

const child = spawn(process.execPath, jest, { stdio: 'inherit', env: { KUSHK_FUZZ_RUNS: LONG_RUN, ...process.env } });
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1);
});
