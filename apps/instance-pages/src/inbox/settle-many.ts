/** Settles many proposals: some with each request, so that the page shows how far it is. */
import { instanceApi, ownKey, resultOf, type InstanceComponents } from '@kushk/api-client';

type Decision = InstanceComponents['schemas']['ProposalDecision'];

/** With one request; the service takes more, but then says nothing for seconds. */
const PER_REQUEST = 100;
/** Its record was edited since: it is to be looked at by itself. */
export const STALE = 'proposal.stale';
/** Left out by this page: a newer one that was decided with it changes the same field. No code of the service. */
export const OVERLAPPING = 'overlapping';
/** Another person was faster. */
export const SETTLED = 'proposal.settled';
const SKIPPED = new Set([STALE, SETTLED, 'proposal.not_found']);
/** What the service could not decide, or does not know whether it has. The same request decides the rest. */
const UNDECIDED = 'service.unavailable';
const TRIES = 3;

export type Verdict = 'apply' | 'reject';

export interface Settled<Target> {
  readonly target: Target;
  readonly outcome: 'done' | 'skipped' | 'failed';
  /** Why it was not done, as a code of the service; null when it was done, or when no answer arrived. */
  readonly code: string | null;
}

/** Sends one request for these proposals. A repeated one has the key of the first. */
export type Decide = (ids: readonly string[], key: ReturnType<typeof ownKey>) => Promise<readonly Decision[]>;

export const decideWith =
  (action: Verdict, reason: string | null): Decide =>
  async (ids, headers) => {
    const body = { ids: [...ids], action, ...(reason !== null && { reason }) };
    return (await resultOf(instanceApi.POST('/instance/v1/proposals/decide', { body, headers }))).items;
  };

/** Returns the outcomes in the order of the targets. `onProgress` receives those of each request. */
export async function settleMany<Target extends { readonly id: string }>(
  targets: readonly Target[],
  decide: Decide,
  onProgress: (settled: readonly Settled<Target>[]) => void = () => undefined,
): Promise<readonly Settled<Target>[]> {
  const all: Settled<Target>[] = [];
  for (let start = 0; start < targets.length; start += PER_REQUEST) {
    const part = targets.slice(start, start + PER_REQUEST);
    const decisions = await decided(
      part.map(({ id }) => id),
      decide,
    );
    const settled = part.map((target): Settled<Target> => ({ target, ...outcomeOf(decisions.get(target.id)) }));
    all.push(...settled);
    onProgress(settled);
  }
  return all;
}

async function decided(ids: readonly string[], decide: Decide): Promise<ReadonlyMap<string, Decision>> {
  const key = ownKey();
  let decisions: readonly Decision[] = [];
  for (let tries = 0; tries < TRIES; tries += 1) {
    // A refusal of the whole request, or no answer: what is known of the others stays.
    decisions = await decide(ids, key).catch(() => decisions);
    if (decisions.length > 0 && decisions.every(({ code }) => code !== UNDECIDED)) break;
  }
  return new Map(decisions.map((decision) => [decision.id, decision]));
}

function outcomeOf(decision: Decision | undefined): Pick<Settled<unknown>, 'outcome' | 'code'> {
  if (decision === undefined) return { outcome: 'failed', code: null };
  const { outcome, code } = decision;
  if (outcome !== 'refused') return { outcome: 'done', code: null };
  return { outcome: code !== null && SKIPPED.has(code) ? 'skipped' : 'failed', code };
}
