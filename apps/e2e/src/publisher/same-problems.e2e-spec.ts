/** Compares the CLI, both routes of the hub and a running instance on the same hundred manifests. */
import { spawn } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Problem } from '@kushk/contracts';
import { blockingProblems } from '@kushk/manifest';
import { manifests } from '@kushk/testing/manifest-generators';
import type { Response } from 'supertest';
import { verdict } from '../parties/client.js';
import { admin, newPublisher, unique, type Publisher } from '../parties/parties.js';

const COMMAND = new URL('../../../cli/dist/kushk.mjs', import.meta.url).pathname;
const RUNS = 100;
/** Each starts a process of the CLI. */
const AT_ONCE = 4;

async function checkedByCommand(manifest: unknown): Promise<Problem[]> {
  const child = spawn(process.execPath, [COMMAND, 'manifest', 'check', '-', '--json'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stdin.end(JSON.stringify(manifest, null, 1));
  await new Promise((resolve) => child.on('close', resolve));
  return (JSON.parse(out) as { problems: Problem[] }).problems;
}

/** Only the CLI reports line and column in the file. */
function withoutPlace({ line: _line, column: _column, ...problem }: Problem): Problem {
  return problem;
}

/** The generated manifest with this publisher, and with a unique id if the generated id is valid. */
function owned(made: unknown, publisher: Publisher): unknown {
  if (typeof made !== 'object' || made === null || Array.isArray(made)) return made;
  const { id, publisher: named } = made as Readonly<Record<string, unknown>>;
  return {
    ...made,
    ...(typeof id === 'string' && id.startsWith('ir.acme') && { id: `ir.${unique('x')}` }),
    ...(named === 'acme' && { publisher: publisher.id }),
  };
}

/** The check is requested before the submission: afterwards it would report that the version exists. */
async function checkAndSubmit({ api }: Publisher, manifest: unknown): Promise<readonly [Response, Response]> {
  return [await api.post('/checks', { manifest }), await api.post('/releases', { manifest })];
}

/** Only the hub looks images up. The hub of the tests has no registry. */
function warningsOf({ body }: Response): Problem[] {
  return (body.warnings as Problem[]).filter(({ code }) => code !== 'image_unchecked');
}

/** Asks all four for a manifest, expects the same of them, and returns whether they accept it. */
async function expectSameProblems(publisher: Publisher, made: unknown): Promise<boolean> {
  const manifest = owned(JSON.parse(JSON.stringify(made)), publisher);
  const [found, [checked, submitted], installed] = await Promise.all([
    checkedByCommand(manifest),
    checkAndSubmit(publisher, manifest),
    admin.post('/dev/releases', { manifest }),
  ]);
  const problems = found.map(withoutPlace);
  const [submission, instance] = [
    problems.filter(({ stage }) => stage === 'submission'),
    problems.filter(({ stage }) => stage === 'instance'),
  ];
  if (submission.length > 0) {
    for (const answer of [checked, submitted, installed])
      expect([verdict(answer), answer.body.params.problems]).toEqual(['422 catalogue.manifest_invalid', submission]);
    return false;
  }
  const { publisher: named } = manifest as { publisher: string };
  if (named !== publisher.id)
    expect([verdict(checked), verdict(submitted)]).toEqual([
      '403 catalogue.publisher_mismatch',
      '403 catalogue.publisher_mismatch',
    ]);
  else {
    const [ofCheck, ofSubmission] = [warningsOf(checked), warningsOf(submitted)];
    expect([verdict(checked), ofCheck, verdict(submitted), ofSubmission]).toEqual(['200', instance, '201', instance]);
  }
  const refused = blockingProblems(instance);
  if (refused.length > 0)
    expect([verdict(installed), installed.body.params.problems]).toEqual(['422 catalogue.manifest_invalid', refused]);
  else expect(verdict(installed)).toMatch(/^201$/);
  return true;
}

describe('a manifest', () => {
  it('gets the same problems from the CLI, from both routes of the hub and from an instance', async () => {
    const publisher = await newPublisher('verdict');
    const accepted: boolean[] = [];
    const several = fc.array(manifests, { minLength: AT_ONCE, maxLength: AT_ONCE, size: 'max' });
    await fc.assert(
      fc.asyncProperty(several, async (made) => {
        accepted.push(...(await Promise.all(made.map((one) => expectSameProblems(publisher, one)))));
      }),
      { numRuns: RUNS / AT_ONCE, endOnFailure: true },
    );
    expect(accepted).toHaveLength(RUNS);
    for (const outcome of [true, false]) expect(accepted.filter((one) => one === outcome).length).toBeGreaterThan(5);
  });
});
