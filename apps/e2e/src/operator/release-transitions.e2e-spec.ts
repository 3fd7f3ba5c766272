/** Tests each status of a release with each transition that a caller can request (docs/reference/releases.md). */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { granted, verdict, type Client } from '../parties/client.js';
import { manifestOf } from '../parties/invoices.js';
import { newPublisher, operator, reviewer, unique, type Publisher } from '../parties/parties.js';

type Status = 'submitted' | 'in_review' | 'approved' | 'rejected' | 'published' | 'suspended' | 'withdrawn';
interface Move {
  readonly by: (publisher: Publisher) => Client;
  readonly verb: string;
  readonly body?: object;
  readonly from: readonly Status[];
  readonly to: Status;
  /**
   * Set when this caller's error lists no allowed status, because only other callers may make the transitions that
   * remain.
   */
  readonly onlyOthers?: true;
}

/** The table of docs/reference/releases.md, written by hand so that the test does not import the table under test. */
const next: Readonly<Record<Status, readonly Status[]>> = {
  submitted: ['in_review', 'withdrawn'],
  in_review: ['submitted', 'approved', 'rejected', 'withdrawn'],
  approved: ['published', 'withdrawn'],
  rejected: [],
  published: ['suspended', 'withdrawn'],
  suspended: ['published', 'withdrawn'],
  withdrawn: [],
};
const moves: Readonly<Record<string, Move>> = {
  take: { by: () => reviewer, verb: 'take', from: ['submitted'], to: 'in_review' },
  'give back': { by: () => reviewer, verb: 'give_back', from: ['in_review'], to: 'submitted' },
  approve: { by: () => reviewer, verb: 'approve', body: { tier: 'verified' }, from: ['in_review'], to: 'approved' },
  'approve and publish': {
    by: () => reviewer,
    verb: 'approve',
    body: { tier: 'private', publish: true },
    from: ['in_review'],
    to: 'published',
  },
  reject: {
    by: () => reviewer,
    verb: 'reject',
    body: { notes: 'Asks for too much' },
    from: ['in_review'],
    to: 'rejected',
  },
  publish: { by: () => operator, verb: 'publish', from: ['approved'], to: 'published' },
  suspend: { by: () => operator, verb: 'suspend', body: { reason: 'It leaks' }, from: ['published'], to: 'suspended' },
  resume: { by: () => operator, verb: 'resume', from: ['suspended'], to: 'published' },
  'withdraw by the operator': {
    by: () => operator,
    verb: 'withdraw',
    body: { reason: 'Replaced' },
    from: ['submitted', 'in_review', 'approved', 'published', 'suspended'],
    to: 'withdrawn',
  },
  'withdraw by its publisher': {
    by: ({ api }) => api,
    verb: 'withdraw',
    body: { reason: 'Wrong file' },
    from: ['submitted', 'in_review', 'approved', 'published'],
    to: 'withdrawn',
    onlyOthers: true,
  },
};
/** The transitions that bring a new release into each status. */
const wayTo: Readonly<Record<Status, readonly string[]>> = {
  submitted: [],
  in_review: ['take'],
  approved: ['take', 'approve'],
  rejected: ['take', 'reject'],
  published: ['take', 'approve', 'publish'],
  suspended: ['take', 'approve', 'publish', 'suspend'],
  withdrawn: ['withdraw by its publisher'],
};
const statuses = Object.keys(next) as Status[];
const named = Object.entries(moves);
const allowed = statuses.flatMap((status) =>
  named.filter(([, move]) => move.from.includes(status)).map(([name]) => ({ status, name })),
);

describe('a release', () => {
  let publisher: Publisher;
  beforeAll(async () => {
    publisher = await newPublisher('moves');
  });

  const make = (path: string, { by, verb, body }: Move) => by(publisher).post(`${path}/${verb}`, body ?? {});
  async function releaseThatIs(status: Status): Promise<string> {
    const manifest = manifestOf({
      id: `ir.${unique('moves')}.invoices`,
      publisher: publisher.id,
      baseUrl: 'http://localhost:9',
    });
    granted(await publisher.api.post('/releases', { manifest }));
    const path = `/releases/${manifest.id}/${manifest.version}`;
    for (const name of wayTo[status]) granted(await make(path, moves[name]!));
    expect(granted(await operator.get(path)).status).toBe(status);
    return path;
  }

  it.each(allowed)('in status $status allows $name', async ({ status, name }) => {
    const path = await releaseThatIs(status);
    const move = moves[name]!;
    expect(granted(await make(path, move)).status).toBe(move.to);
    for (const reads of [operator, publisher.api]) expect(granted(await reads.get(path)).status).toBe(move.to);
  });

  it.each(statuses)('in status %s rejects every other transition and lists the allowed ones', async (status) => {
    const path = await releaseThatIs(status);
    const { updated_at } = granted(await operator.get(path));
    for (const [name, move] of named.filter(([, each]) => !each.from.includes(status))) {
      const refused = await make(path, move);
      // The error for "approve and publish" names the approval as the requested transition.
      const to = name === 'approve and publish' ? 'approved' : move.to;
      expect([name, verdict(refused), refused.body.params]).toEqual([
        name,
        '409 catalogue.transition_invalid',
        { from: status, to, allowed: move.onlyOthers ? [] : next[status] },
      ]);
    }
    expect(granted(await operator.get(path))).toMatchObject({ status, updated_at });
    const { items } = granted(await operator.get(`${path}/history`));
    expect(items.map(({ status: reached }: { status: Status }) => reached).at(-1)).toBe(status);
    expect(items).toHaveLength(1 + wayTo[status].length);
  });
});
