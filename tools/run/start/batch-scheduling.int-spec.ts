import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const SCHED_BATCH = '3';
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The scheduling policy of a process that a program starts after it has run `code`. */
function policyOfChildAfter(code: string): string | undefined {
  const child = `process.stdout.write(require('node:fs').readFileSync('/proc/self/stat', 'latin1'))`;
  const program = `${code}
    const { spawnSync } = await import('node:child_process');
    spawnSync(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' });`;
  const args = ['--import', './tools/typescript.mjs', '--input-type=module', '-e', program];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  // The fields after the name of the program in parentheses begin with the third one; the policy is the 41st.
  return stdout.split(') ').at(-1)?.split(' ')[41 - 3];
}

describe('scheduleInBatches', () => {
  it('applies to processes that are started afterwards', () => {
    const own = readFileSync('/proc/self/stat', 'latin1').split(') ').at(-1)?.split(' ')[41 - 3];
    expect(policyOfChildAfter('')).toBe(own);
    const code = `const { scheduleInBatches } = await import('./tools/run/start/batch-scheduling.ts'); scheduleInBatches();`;
    expect(policyOfChildAfter(code)).toBe(SCHED_BATCH);
  });
});
