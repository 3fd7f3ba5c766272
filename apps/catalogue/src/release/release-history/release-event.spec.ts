import { describe, expect, it } from '@jest/globals';
import type { Actor } from '@kushk/contracts';
import { fold } from '@kushk/decider';
import {
  approval,
  approved,
  published,
  rejected,
  statuses,
  submitted,
  suspended,
  taken,
  wayTo,
  withdrawn,
} from '../example-release.js';
import { releaseStream, type ReleaseFact } from '../release.js';
import { releaseEvent } from './release-event.js';

const ci: Actor = { kind: 'publisher', publisher_id: 'acme', key_id: 'key_1' };
const olga: Actor = { kind: 'staff', subject: 'olga', roles: ['operator', 'reviewer'] };
const desk: Actor = { kind: 'system' };
const byReviewer = { actor_kind: 'staff', actor_id: 'rita', actor_role: 'reviewer' };
const byOperator = { actor_kind: 'staff', actor_id: 'olga', actor_role: 'operator' };
const nothing = { notes: null, reason: null, tier: null, signature_keyid: null, sequence: null };
const { keyid } = approval.signatures[0]!;
const givenBack: ReleaseFact = {
  type: 'ReviewReturned',
  data: { by: 'rita', at: '2026-11-20T09:00:00.000Z', reviewRevision: 2 },
};
const notice = published.type === 'ReleasePublished' ? published.data.notice : null;
const resumed: ReleaseFact = {
  type: 'ReleaseResumed',
  data: { by: 'olga', at: '2026-11-20T09:45:00.000Z', notice: notice! },
};

describe('the history of a release', () => {
  it.each<[string, ReleaseFact, Actor, object]>([
    [
      'the publisher submitted it, by a key',
      submitted,
      ci,
      {
        event: 'submitted',
        status: 'submitted',
        actor_kind: 'publisher',
        actor_id: 'key_1',
        actor_role: null,
        notes: 'First release',
        tier: 'verified',
      },
    ],
    ['a reviewer took it', taken, desk, { event: 'taken', status: 'in_review', ...byReviewer }],
    ['a reviewer gave it back', givenBack, desk, { event: 'given_back', status: 'submitted', ...byReviewer }],
    [
      'a reviewer approved it, with tier and signature',
      approved,
      desk,
      {
        event: 'approved',
        status: 'approved',
        ...byReviewer,
        notes: 'Well done',
        tier: 'verified',
        signature_keyid: keyid,
      },
    ],
    [
      'a reviewer rejected it, with the reason',
      rejected,
      desk,
      { event: 'rejected', status: 'rejected', ...byReviewer, notes: 'Asks for too much' },
    ],
    [
      'an operator published it',
      published,
      olga,
      { event: 'published', status: 'published', ...byOperator, signature_keyid: keyid, sequence: 1 },
    ],
    [
      'an operator suspended it',
      suspended,
      olga,
      { event: 'suspended', status: 'suspended', ...byOperator, reason: 'Leaks', signature_keyid: keyid, sequence: 1 },
    ],
    [
      'an operator resumed it',
      resumed,
      olga,
      { event: 'resumed', status: 'published', ...byOperator, signature_keyid: keyid, sequence: 1 },
    ],
    [
      'its publisher withdrew it, by a key',
      withdrawn,
      ci,
      {
        event: 'withdrawn',
        status: 'withdrawn',
        actor_kind: 'publisher',
        actor_id: 'acme',
        actor_role: null,
        reason: 'A mistake',
      },
    ],
    [
      'an operator withdrew it',
      withdrawn,
      olga,
      { event: 'withdrawn', status: 'withdrawn', ...byOperator, actor_id: 'acme', reason: 'A mistake' },
    ],
  ])('tells that %s', (_name, fact, asked, expected) => {
    expect(releaseEvent(fact, asked)).toEqual({ ...nothing, happened_at: fact.data.at, ...expected });
  });

  it('names the reviewer who had it published at once with the approval', () => {
    const atOnce: ReleaseFact = {
      type: 'ReleasePublished',
      data: { by: 'rita', at: '2026-11-20T09:00:00.000Z', notice: notice! },
    };
    expect(releaseEvent(atOnce, desk)).toMatchObject({ event: 'published', ...byReviewer });
  });

  it.each(statuses)('ends with the status in which the release stands: %s', (status) => {
    const facts = wayTo[status];
    expect(releaseEvent(facts.at(-1)!, olga).status).toBe(fold(releaseStream, facts).status);
  });
});
