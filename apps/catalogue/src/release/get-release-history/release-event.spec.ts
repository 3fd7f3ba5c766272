import { describe, expect, it } from '@jest/globals';
import type { Actor } from '@kushk/contracts';
import { fold } from '@kushk/decider';
import {
  appealed,
  approval,
  approved,
  historyTo,
  published,
  rejected,
  signedStatus,
  statuses,
  step,
  submitted,
  suspended,
  taken,
  withdrawn,
} from '../../../test/example-release.js';
import { releaseStream, type ReleaseFact, type ReviewReturned } from '../release.js';
import { releaseEvent } from './release-event.js';

const publisher: Actor = { kind: 'publisher', publisher_id: 'acme', key_id: 'key_1', name: 'Acme' };
const sara: Actor = {
  kind: 'publisher_member',
  publisher_id: 'acme',
  member_id: 'mbr_1',
  subject: 'dev|sara',
  name: 'Sara',
};
const olga: Actor = { kind: 'staff', subject: 'olga', roles: ['operator', 'reviewer'], name: 'Olga' };
const system: Actor = { kind: 'system' };
const reviewer = { kind: 'staff', subject: 'rita', name: 'Rita', role: 'reviewer' };
const operator = { kind: 'staff', subject: 'olga', name: 'Olga', role: 'operator' };
const empty = { notes: null, reason: null, tier: null, signature_keyid: null, sequence: null };
const { keyid: signature_keyid } = approval.signatures[0]!;
const givenBack: ReviewReturned = { type: 'ReviewReturned', data: step(2) };
const resumed: ReleaseFact = {
  type: 'ReleaseResumed',
  data: { by: 'olga', at: '2026-11-20T09:45:00.000Z', signedStatus },
};
const tier = 'verified';

describe('release event', () => {
  it.each<[string, { readonly fact: ReleaseFact; readonly caller: Actor }, object]>([
    [
      'the submission with the key of the publisher',
      { fact: submitted, caller: publisher },
      {
        event: 'submitted',
        status: 'submitted',
        actor: { kind: 'publisher', key_id: 'key_1', member: null },
        notes: 'First release',
        tier,
      },
    ],
    [
      'the start of the review',
      { fact: taken, caller: system },
      { event: 'taken', status: 'in_review', actor: reviewer },
    ],
    [
      'the return by the reviewer',
      { fact: givenBack, caller: system },
      { event: 'given_back', status: 'submitted', actor: reviewer },
    ],
    [
      'the return of an appeal, which stays in review',
      { fact: { ...givenBack, data: { ...step(2), status: 'in_review' } }, caller: system },
      { event: 'given_back', status: 'in_review', actor: reviewer },
    ],
    [
      'the appeal with its text',
      { fact: appealed, caller: publisher },
      {
        event: 'appealed',
        status: 'in_review',
        actor: { kind: 'publisher', key_id: 'key_1', member: null },
        notes: 'It needs them',
      },
    ],
    [
      'the withdrawal of a release that another one replaces',
      { fact: { ...withdrawn, data: { ...withdrawn.data, replacedBy: '1.4.1' } }, caller: publisher },
      { event: 'withdrawn', status: 'withdrawn', actor: { kind: 'system' }, reason: 'A mistake' },
    ],
    [
      'the approval with tier and signature',
      { fact: approved, caller: system },
      { event: 'approved', status: 'approved', actor: reviewer, notes: 'Well done', tier, signature_keyid },
    ],
    [
      'the rejection with its notes',
      { fact: rejected, caller: system },
      { event: 'rejected', status: 'rejected', actor: reviewer, notes: 'Asks for too much' },
    ],
    [
      'the publication by an operator',
      { fact: published, caller: olga },
      { event: 'published', status: 'published', actor: operator, signature_keyid, sequence: 1 },
    ],
    [
      'the suspension with its reason',
      { fact: suspended, caller: olga },
      { event: 'suspended', status: 'suspended', actor: operator, reason: 'Leaks', signature_keyid, sequence: 1 },
    ],
    [
      'the resumption',
      { fact: resumed, caller: olga },
      { event: 'resumed', status: 'published', actor: operator, signature_keyid, sequence: 1 },
    ],
    [
      'the withdrawal with the key of the publisher',
      { fact: withdrawn, caller: publisher },
      {
        event: 'withdrawn',
        status: 'withdrawn',
        actor: { kind: 'publisher', key_id: 'key_1', member: null },
        reason: 'A mistake',
      },
    ],
    [
      'the withdrawal by a person of the publisher',
      { fact: withdrawn, caller: sara },
      {
        event: 'withdrawn',
        status: 'withdrawn',
        actor: { kind: 'publisher', key_id: null, member: { id: 'mbr_1', name: 'Sara' } },
        reason: 'A mistake',
      },
    ],
    [
      'the withdrawal by an operator',
      { fact: withdrawn, caller: olga },
      { event: 'withdrawn', status: 'withdrawn', actor: { ...operator, subject: 'acme' }, reason: 'A mistake' },
    ],
  ])('describes %s', (_event, { fact, caller }, expected) => {
    expect(releaseEvent(fact, caller)).toEqual({ ...empty, happened_at: fact.data.at, ...expected });
  });

  it('names the reviewer as the actor when a release is published together with its approval', () => {
    const atOnce: ReleaseFact = {
      type: 'ReleasePublished',
      data: { by: 'rita', at: '2026-11-20T09:00:00.000Z', signedStatus },
    };
    const rita: Actor = { kind: 'staff', subject: 'rita', roles: ['reviewer'], name: 'Rita' };
    expect(releaseEvent(atOnce, rita)).toMatchObject({ event: 'published', actor: reviewer });
  });

  it.each(statuses)('has the release status that its fact leads to: %s', (status) => {
    const facts = historyTo[status];
    expect(releaseEvent(facts.at(-1)!, olga).status).toBe(fold(releaseStream, facts).status);
  });
});
