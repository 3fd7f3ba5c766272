import { describe, expect, it } from '@jest/globals';
import type { Problem } from '@kushk/contracts';
import { givenAll } from '@kushk/testing';
import { offerStream, type OfferFact, type Waiting } from '../offer.js';
import { wordStream, type WordFact } from '../word.js';
import { carryOutStatus, judgeAnew, judgeStatus, type JudgeStatus } from './judge-status.js';

const now = '2026-11-20T09:00:00.000Z';
const release = { pluginId: 'ir.acme.invoices', version: '1.0.0' };
const manifest = { id: 'ir.acme.invoices', version: '1.0.0', publisher: 'acme' };
const problem = (code: string): Problem => ({ code, path: '', message: '', message_fa: '', stage: 'instance' });
const word = (status: JudgeStatus['status'], sequence: number, more: Partial<JudgeStatus> = {}): JudgeStatus => ({
  ...release,
  status,
  sequence,
  reason: status === 'published' ? null : 'It leaks',
  saidAt: '2026-11-20T08:00:00.000Z',
  tier: 'verified',
  manifest,
  manifestDigest: 'sha256:1',
  statementProblems: [],
  releaseProblems: [],
  waiting: null,
  source: 'hub',
  now,
  ...more,
});

const accepted: OfferFact = {
  type: 'OfferAccepted',
  data: {
    ...release,
    sequence: 1,
    tier: 'verified',
    manifest,
    manifestDigest: 'sha256:1',
    publishedAt: '2026-11-20T08:00:00.000Z',
    source: 'hub',
    at: now,
  },
};
const suspended: OfferFact = { type: 'OfferSuspended', data: { sequence: 2, reason: 'It leaks', at: now } };
const withdrawn = (wasSuspended: boolean, sequence: number): OfferFact => ({
  type: 'OfferWithdrawn',
  data: { sequence, reason: 'It leaks', wasSuspended, at: now },
});
const taken = (sequence: number): WordFact => ({ type: 'StatusTaken', data: { sequence } });
const refused = (sequence: number, ...problems: Problem[]): WordFact => ({
  type: 'StatementRefused',
  data: { ...release, sequence, problems, at: now },
});

describe('the word of the hub on a release', () => {
  it('offers a release that nothing speaks against', () => {
    givenAll({ word: [wordStream], offer: [offerStream] })
      .when((states) => judgeStatus(word('published', 1), states))
      .thenFactsOf({ word: [taken(1)], offer: [accepted] })
      .thenReplies({ changed: true })
      .thenState({ word: { sequence: 1 }, offer: { status: 'offered', publisher: 'acme' } });
  });

  it('is not believed when it is forged, and its sequence counts for nothing', () => {
    givenAll({ word: [wordStream, taken(1)], offer: [offerStream, accepted] })
      .when((states) =>
        judgeStatus(word('withdrawn', 99, { statementProblems: [problem('statement.unsigned')] }), states),
      )
      .thenFactsOf({ word: [refused(99, problem('statement.unsigned'))] })
      .thenState({ word: { sequence: 1 }, offer: { status: 'offered' } });
  });

  it.each(['published', 'suspended', 'withdrawn'] as const)(
    'does not go back: %s with a sequence that is known, from a hostile broker, moves nothing',
    (status) => {
      const { facts, state } = givenAll({
        word: [wordStream, taken(1), taken(2)],
        offer: [offerStream, accepted, suspended],
      }).when((states) => judgeStatus(word(status, 2), states));
      expect(facts).toMatchObject([{ type: 'StatementRefused', data: { problems: [{ code: 'statement.stale' }] } }]);
      expect(state).toMatchObject({ word: { sequence: 2 }, offer: { status: 'suspended' } });
    },
  );

  it('brings a replayed publication nowhere after the withdrawal, even with a new sequence', () => {
    givenAll({ word: [wordStream, taken(1), taken(2)], offer: [offerStream, accepted, withdrawn(false, 2)] })
      .when((states) => judgeStatus(word('published', 3), states))
      .thenFactsOf({ word: [taken(3)] })
      .thenReplies({ changed: false });
  });

  it('refuses a release that does not fit here, keeps the problems, and offers it once they are gone', () => {
    const incompatible = problem('plugin_api.incompatible');
    const first = givenAll({ word: [wordStream], offer: [offerStream] }).when((states) =>
      judgeStatus(word('published', 1, { releaseProblems: [incompatible] }), states),
    );
    first.thenFactsOf({
      word: [taken(1)],
      offer: [
        { type: 'OfferRefused', data: { ...release, sequence: 1, problems: [incompatible], source: 'hub', at: now } },
      ],
    });
    expect(judgeStatus(word('suspended', 2), first.state)).toMatchObject({ accepted: true, facts: { offer: [] } });
    expect(judgeStatus(word('published', 3), first.state)).toMatchObject({
      accepted: true,
      facts: { offer: [{ type: 'OfferAccepted' }] },
    });
  });

  it('suspends, resumes and withdraws in order', () => {
    const offered = givenAll({ word: [wordStream, taken(1)], offer: [offerStream, accepted] });
    const stopped = offered
      .when((states) => judgeStatus(word('suspended', 2), states))
      .thenFactsOf({ word: [taken(2)], offer: [suspended] });
    expect(judgeStatus(word('published', 3), stopped.state)).toMatchObject({
      facts: { offer: [{ type: 'OfferResumed', data: { sequence: 3 } }] },
    });
    expect(judgeStatus(word('withdrawn', 3), stopped.state)).toMatchObject({ facts: { offer: [withdrawn(true, 3)] } });
    offered
      .when((states) => judgeStatus(word('withdrawn', 2), states))
      .thenFactsOf({ word: [taken(2)], offer: [withdrawn(false, 2)] });
  });

  it('is carried out once, when everything follows it, and never where the release was refused', () => {
    const command = { pluginId: release.pluginId, version: release.version, at: now };
    const carriedOut: WordFact = { type: 'StatusCarriedOut', data: { ...release, sequence: 2, at: now } };
    const followed = givenAll({ word: [wordStream, taken(1), taken(2)], offer: [offerStream, accepted, suspended] })
      .when((states) => carryOutStatus(command, states))
      .thenFactsOf({ word: [carriedOut] });
    expect(carryOutStatus(command, followed.state)).toMatchObject({ accepted: true, facts: { word: [] } });
    givenAll({ word: [wordStream, taken(1)], offer: [offerStream] })
      .when((states) => carryOutStatus(command, states))
      .thenFacts();
  });
});

describe('a release that waits for what the instance lacks', () => {
  const incompatible = problem('plugin_api.incompatible');
  const waiting = { pluginApi: '1.1', word: { plugin_id: release.pluginId } } as Waiting;
  const tooNew: OfferFact = {
    type: 'OfferRefused',
    data: { ...release, sequence: 1, problems: [incompatible], source: 'hub', at: now, waiting },
  };
  const waits = () => givenAll({ word: [wordStream, taken(1)], offer: [offerStream, tooNew] });

  it('keeps the word by which it was refused', () => {
    givenAll({ word: [wordStream], offer: [offerStream] })
      .when((states) => judgeStatus(word('published', 1, { releaseProblems: [incompatible], waiting }), states))
      .thenFactsOf({ word: [taken(1)], offer: [tooNew] })
      .thenState({ offer: { status: 'refused', waitsFor: '1.1' } });
  });

  it('is offered by that same word after the upgrade, and is told when what is installed follows it', () => {
    const offered = waits()
      .when((states) => judgeAnew(word('published', 1), states))
      .thenFactsOf({ offer: [accepted] })
      .thenState({ offer: { status: 'offered', waitsFor: '1.1' } });
    const followed = givenAll({ word: [wordStream, taken(1)], offer: [offerStream, tooNew, accepted] })
      .when((states) => carryOutStatus({ ...release, at: now }, states))
      .thenFactsOf({
        word: [{ type: 'StatusCarriedOut', data: { ...release, sequence: 1, at: now } }],
        offer: [{ type: 'OfferFollowed', data: { at: now } }],
      })
      .thenState({ offer: { status: 'offered', waitsFor: null } });
    expect(carryOutStatus({ ...release, at: now }, followed.state)).toMatchObject({ facts: { word: [], offer: [] } });
    expect(judgeAnew(word('published', 1), offered.state)).toMatchObject({ facts: { word: [], offer: [] } });
  });

  it('waits on, without a word, where the instance still lacks it', () => {
    waits()
      .when((states) => judgeAnew(word('published', 1, { releaseProblems: [incompatible], waiting }), states))
      .thenFacts();
  });

  it('is refused for what else speaks against it, or where the word is not believed any more, and waits no longer', () => {
    const misfit = problem('scope_missing');
    const unsigned = problem('statement.unsigned');
    waits()
      .when((states) => judgeAnew(word('published', 1, { releaseProblems: [misfit] }), states))
      .thenFactsOf({
        offer: [
          { type: 'OfferRefused', data: { ...release, sequence: 1, problems: [misfit], source: 'hub', at: now } },
        ],
      })
      .thenState({ offer: { waitsFor: null } });
    waits()
      .when((states) => judgeAnew(word('published', 1, { statementProblems: [unsigned] }), states))
      .thenState({ offer: { status: 'refused', waitsFor: null } });
  });

  it('is not offered by an old word when it was suspended or withdrawn meanwhile', () => {
    for (const status of ['suspended', 'withdrawn'] as const) {
      const stopped = waits()
        .when((states) => judgeStatus(word(status, 2), states))
        .thenState({ offer: { status: 'refused', waitsFor: null } });
      expect(judgeAnew(word('published', 1), stopped.state)).toMatchObject({ facts: { word: [], offer: [] } });
    }
    const stopped = waits().when((states) => judgeStatus(word('suspended', 2), states));
    expect(judgeStatus(word('published', 3), stopped.state)).toMatchObject({
      facts: { offer: [{ type: 'OfferAccepted' }] },
    });
  });
});
