/** Runs the cases of `kushk plugin test` one after the other. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CaseResult, TestCase, Text, Verdict } from './case.js';
import { deliveryCases } from './cases/delivery-cases.js';
import { eventChargeCase } from './cases/charge-cases.js';
import { effectCases } from './cases/effect-cases.js';
import { signatureCases } from './cases/event-cases.js';
import { eventTypesCase } from './cases/event-type-cases.js';
import { lifecycleCases } from './cases/lifecycle-cases.js';
import { pageCases } from './cases/page-cases.js';
import { personCases } from './cases/person-cases.js';
import { pollCases } from './cases/poll-cases.js';
import { rawBodyCase } from './cases/raw-body.js';
import { reconnectCases } from './cases/reconnect-cases.js';
import { requestCases } from './cases/request-cases.js';
import { secretsCase, stateCase } from './cases/state-cases.js';
import { toolCases } from './cases/tool-cases.js';
import { versionsCase } from './cases/versions-case.js';
import { trustCases } from './cases/trust-cases.js';
import { NotInstalled, type TestContext } from './test-context.js';

const pushed = [
  ...lifecycleCases,
  ...signatureCases,
  eventTypesCase,
  ...deliveryCases,
  ...effectCases,
  eventChargeCase,
  ...trustCases,
];
const all = [...pushed, ...toolCases, ...personCases];
const these = (...ids: readonly string[]): readonly TestCase[] =>
  ids.flatMap((wanted) => all.filter(({ id }) => id === wanted));

const BEFORE_STATE = ['installed', 'event-raw-body', 'event', 'signature-verified', 'poll', 'state'];
/** A plugin whose state mixes with real state is tested no further. */
const withState = (cases: readonly TestCase[]): readonly TestCase[] =>
  cases.map((one) => (BEFORE_STATE.includes(one.id) ? one : { ...one, needs: ['state', ...one.needs] }));

/** The cases of a plugin that the service calls, in the order in which they run: causes before what they cause. */
export const TEST_CASES: readonly TestCase[] = withState([
  ...these('installed'),
  rawBodyCase,
  ...these('event', 'signature-verified'),
  stateCase,
  ...these('event-forged'),
  ...these(
    'installed-forged',
    'installed-unlisted',
    'installed-stale',
    'installed-other-instance',
    'installed-other-plugin',
  ),
  ...signatureCases.filter(({ id }) => !['event', 'signature-verified', 'event-forged'].includes(id)),
  eventTypesCase,
  ...these('installed-repeated'),
  ...deliveryCases.filter(({ id }) => id !== 'restart'),
  ...these('event-revision', 'event-effect'),
  ...these('tool', 'tool-read-only', 'tool-handle', 'tool-persons', 'tool-forged', 'tool-slow', 'tool-broken'),
  versionsCase,
  ...pageCases,
  ...these('rotation', 'rotation-forged-issuer', 'rotation-forged-secret'),
  ...reconnectCases,
  ...requestCases(({ installation }, event) => installation.send(event)),
  ...these('removed-forged', 'removed', 'restart', 'event-crash', 'event-charge'),
  secretsCase,
]);

/** The cases of a plugin that polls. */
export const POLL_CASES: readonly TestCase[] = withState([
  ...pollCases.filter(({ id }) => id !== 'poll-removed'),
  ...requestCases(({ api }, event) => api.feed.add(event)),
  ...pollCases.filter(({ id }) => id === 'poll-removed'),
  secretsCase,
]);

export interface CaseRun {
  readonly cases: readonly TestCase[];
  /** The ids of the cases that run; all by default. */
  readonly only?: readonly string[];
  readonly onResult?: (result: CaseResult) => void;
  /** Returns what the plugin has written to its output since the last call. */
  readonly takeOutput?: () => string;
}

/** Runs the cases. A case whose needed cases failed is skipped, so that one defect fails one case. */
export async function runCases(context: TestContext, options: CaseRun): Promise<readonly CaseResult[]> {
  const { cases, only, onResult, takeOutput } = options;
  const results: CaseResult[] = [];
  /** By the id of a case that failed or was skipped for it: the id of the case that failed. */
  const failedCases = new Map<string, string>();
  for (const one of cases.filter(({ id }) => only === undefined || only.includes(id))) {
    const blocking = one.needs.map((id) => failedCases.get(id)).find((id) => id !== undefined);
    const ended = blocking === undefined ? await runCase(context, one) : skipped(one, blockedBy(blocking));
    const output = takeOutput?.() ?? '';
    const result = ended.status === 'failed' ? { ...ended, output } : ended;
    if (result.status === 'failed' || blocking !== undefined) failedCases.set(one.id, blocking ?? one.id);
    results.push(result);
    onResult?.(result);
  }
  return results;
}

async function runCase(context: TestContext, one: TestCase): Promise<CaseResult> {
  const startedMs = performance.now();
  const common = { case: one.id, texts: one.texts, shown: [], output: '' };
  const durationMs = (): number => Math.round(performance.now() - startedMs);
  try {
    const verdict = await one.run(context);
    if (verdict.passed === null) return { ...skipped(one, verdict.why), durationMs: durationMs() };
    const { got } = verdict;
    if (verdict.passed) {
      const { shown = [] } = verdict;
      return { ...common, status: 'passed', got, advice: null, shown, durationMs: durationMs() };
    }
    // What the plugin writes about its failure may arrive after its answer.
    await pause(context.options.settleMs);
    return { ...common, status: 'failed', got, advice: adviceOf(one, verdict), durationMs: durationMs() };
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    const got = `installed: ${error.message}`;
    return { ...common, status: 'failed', got, advice: notInstalled, durationMs: durationMs() };
  }
}

function adviceOf({ texts, isBasic = false }: TestCase, { fix, cause }: Verdict & { readonly passed: false }): Text {
  if (fix !== undefined || cause === undefined) return fix ?? texts.fix;
  return isBasic ? cause : { en: `${cause.en} ${texts.fix.en}`, fa: `${cause.fa} ${texts.fix.fa}` };
}

function skipped({ id, texts }: TestCase, why: Text): CaseResult {
  return { case: id, texts, status: 'skipped', got: '', advice: why, shown: [], output: '', durationMs: 0 };
}

const notInstalled: Text = {
  en: 'The plugin did not accept the `installed` call that prepares this case. Run the case `installed` first.',
  fa: 'افزونه «installed» را که مقدمهٔ این مورد است نپذیرفت. اول مورد installed را اجرا کنید.',
};
const blockedBy = (id: string): Text => ({
  en: `follows from the failure of ${id}`,
  fa: `نتیجهٔ شکست ${id} است`,
});
