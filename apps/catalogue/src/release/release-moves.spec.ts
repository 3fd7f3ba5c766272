import { describe, expect, it } from '@jest/globals';
import { releaseMoves, type ReleaseStatus } from '@kushk/contracts';
import { fold, type Decision } from '@kushk/decider';
import { newestPublished, pluginStream } from '../plugin/plugin.js';
import { change, manifest, standingIn, statuses } from './example-release.js';
import type { ReleaseOfPlugin } from './move-release.js';
import { publishRelease, type FactsOfChange } from './publish-release/publish-release.js';
import { releaseRow } from './release-resource.js';
import { releaseStream } from './release.js';
import { resumeRelease } from './resume-release/resume-release.js';
import { suspendRelease } from './suspend-release/suspend-release.js';
import { withdrawRelease } from './withdraw-release/withdraw-release.js';

interface Move {
  readonly to: ReleaseStatus;
  readonly from: readonly ReleaseStatus[];
  readonly make: (states: ReleaseOfPlugin) => Decision<FactsOfChange, null>;
  /** What a refusal offers instead; by default all that the status allows. */
  readonly allowed?: (from: ReleaseStatus) => readonly ReleaseStatus[];
}
const moves: Readonly<Record<string, Move>> = {
  publish: { to: 'published', from: ['approved'], make: (states) => publishRelease(change, states) },
  suspend: {
    to: 'suspended',
    from: ['published'],
    make: (states) => suspendRelease({ ...change, reason: 'It leaks' }, states),
  },
  resume: { to: 'published', from: ['suspended'], make: (states) => resumeRelease(change, states) },
  'withdraw by the operator': {
    to: 'withdrawn',
    from: ['submitted', 'in_review', 'approved', 'published', 'suspended'],
    make: (states) => withdrawRelease({ ...change, publisherId: null, reason: 'A mistake' }, states),
  },
  'withdraw by its publisher': {
    to: 'withdrawn',
    from: ['submitted', 'in_review', 'approved'],
    allowed: () => [],
    make: (states) => withdrawRelease({ ...change, publisherId: 'acme', reason: 'A mistake' }, states),
  },
};
const cases = Object.entries(moves).flatMap(([name, move]) => statuses.map((status) => ({ name, move, status })));

function after({ release }: ReleaseOfPlugin, decision: Decision<FactsOfChange, null>) {
  if (!decision.accepted) throw new Error(`refused: ${decision.refusal.code}`);
  return fold(releaseStream, decision.facts.release, release);
}

describe('the moves of a release', () => {
  it.each(cases.filter(({ move, status }) => move.from.includes(status)))(
    '$name: a release that is $status may',
    ({ move, status }) => {
      const states = standingIn(status);
      expect(after(states, move.make(states)).status).toBe(move.to);
      expect(releaseMoves[status]).toContain(move.to);
    },
  );

  it.each(cases.filter(({ move, status }) => !move.from.includes(status)))(
    '$name: a release that is $status may not',
    ({ move, status }) => {
      expect(move.make(standingIn(status))).toEqual({
        accepted: false,
        refusal: {
          code: 'catalogue.transition_invalid',
          params: { from: status, to: move.to, allowed: (move.allowed ?? ((from) => releaseMoves[from]))(status) },
        },
      });
    },
  );

  it.each(Object.entries(moves))('%s: an absent release is not found', (_name, move) => {
    const decision = move.make({ release: { status: 'absent' }, plugin: { status: 'absent' } });
    expect(decision).toEqual({
      accepted: false,
      refusal: { code: 'catalogue.release_not_found', params: { plugin_id: manifest.id, version: manifest.version } },
    });
  });

  it('answers the withdrawal of a foreign release exactly like that of an absent one, whatever its status', () => {
    const command = { ...change, publisherId: 'beta', reason: 'Mine now' };
    const absent = withdrawRelease(command, { release: { status: 'absent' }, plugin: { status: 'absent' } });
    for (const status of statuses) expect(withdrawRelease(command, standingIn(status))).toEqual(absent);
  });

  it.each(['', ' \n '])('asks for a reason to suspend or to withdraw (%j is none)', (reason) => {
    const states = standingIn('published');
    for (const decision of [
      suspendRelease({ ...change, reason }, states),
      withdrawRelease({ ...change, publisherId: null, reason }, states),
    ]) {
      expect(decision).toMatchObject({
        accepted: false,
        refusal: { code: 'request.invalid', params: { problems: [{ code: 'required', path: '/reason' }] } },
      });
    }
  });
});

describe('the word to the fleet', () => {
  it.each(['publish', 'suspend', 'resume', 'withdraw by the operator'] as const)(
    '%s: is signed under the next number of the plugin',
    (name) => {
      const move = moves[name]!;
      const from = move.from.at(-1)!;
      const states = standingIn(from);
      const decision = move.make(states);
      if (!decision.accepted || states.plugin.status === 'absent') throw new Error('refused');
      const [fact] = decision.facts.release;
      if (fact === undefined || !('notice' in fact.data) || fact.data.notice === null)
        throw new Error('the fleet hears nothing');
      const { notice } = fact.data;
      expect(notice.sequence).toBe(states.plugin.sequence + 1);
      expect(JSON.parse(notice.statement.payload)).toEqual({
        plugin_id: manifest.id,
        version: manifest.version,
        status: move.to,
        sequence: notice.sequence,
        at: change.at,
        reason: 'reason' in fact.data ? fact.data.reason : null,
        manifest_digest: `sha256:${'a'.repeat(64)}`,
      });
      expect(fold(pluginStream, decision.facts.plugin, states.plugin)).toMatchObject({ sequence: notice.sequence });
    },
  );

  it('is not said about a release that the fleet never heard of', () => {
    for (const status of ['submitted', 'in_review', 'approved'] as const) {
      const decision = withdrawRelease({ ...change, publisherId: 'acme', reason: 'A mistake' }, standingIn(status));
      expect(decision).toMatchObject({ accepted: true, facts: { plugin: [], release: [{ data: { notice: null } }] } });
    }
  });

  it('moves the newest published version of the plugin', () => {
    const states = standingIn('approved');
    const decision = publishRelease(change, states);
    if (!decision.accepted) throw new Error('refused');
    const plugin = fold(pluginStream, decision.facts.plugin, states.plugin);
    expect(newestPublished(plugin)).toBe('1.4.0');
    const release = after(states, decision);
    const suspended = suspendRelease({ ...change, reason: 'It leaks' }, { release, plugin });
    if (!suspended.accepted) throw new Error('refused');
    expect(newestPublished(fold(pluginStream, suspended.facts.plugin, plugin))).toBeNull();
  });
});

describe('how a release stands', () => {
  it('keeps the traces of its way when it is withdrawn', () => {
    const states = standingIn('suspended');
    const withdrawn = after(states, withdrawRelease({ ...change, publisherId: null, reason: 'Gone for good' }, states));
    if (withdrawn.status === 'absent') throw new Error('absent');
    expect(releaseRow(withdrawn)).toMatchObject({
      status: 'withdrawn',
      status_reason: 'Gone for good',
      tier: 'verified',
      review_notes: 'Well done',
      published_at: '2026-11-20T09:30:00.000Z',
      updated_at: change.at,
    });
  });

  it('shows the reason of a suspension until it is resumed', () => {
    const states = standingIn('suspended');
    const resumed = after(states, resumeRelease(change, states));
    if (states.release.status === 'absent' || resumed.status === 'absent') throw new Error('absent');
    expect(releaseRow(states.release).status_reason).toBe('Leaks');
    expect(releaseRow(resumed)).toMatchObject({
      status: 'published',
      status_reason: null,
      published_at: '2026-11-20T09:30:00.000Z',
    });
  });
});
