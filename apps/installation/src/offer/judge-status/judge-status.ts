import type { JsonObject, Problem, Tier } from '@kushk/contracts';
import { accept, type Decision } from '@kushk/decider';
import type { Offer, OfferFact, Waiting } from '../offer.js';
import type { Word, WordFact } from '../word.js';

/** A word on a release whose signatures have been checked: `problems` says what is wrong with it, nothing if it holds. */
export interface JudgeStatus {
  readonly pluginId: string;
  readonly version: string;
  readonly status: 'published' | 'suspended' | 'withdrawn';
  readonly reason: string | null;
  readonly sequence: number;
  readonly saidAt: string;
  readonly tier: Tier;
  readonly manifest: JsonObject;
  readonly manifestDigest: string;
  /** Wrong signatures: the word itself is not the hub's. */
  readonly statementProblems: readonly Problem[];
  /** What speaks against offering the release here: its approval, its manifest, its `plugin_api`. */
  readonly releaseProblems: readonly Problem[];
  /** Given where it may fit this instance later, as the instance then is: it is judged anew. */
  readonly waiting: Waiting | null;
  readonly source: 'hub' | 'development';
  readonly now: string;
}
type States = { word: Word; offer: Offer };
type Facts = { word: WordFact[]; offer: OfferFact[] };
type Judged = { readonly changed: boolean };

/**
 * Takes in the hub's word on a release: in order, once, and never back (contract §6). What is forged or old is
 * refused and noted; the rest of the catalogue is untouched.
 */
export function judgeStatus(command: JudgeStatus, { word, offer }: States): Decision<Facts, Judged> {
  const { pluginId, version, sequence, now } = command;
  const refused = (problems: readonly Problem[]): Decision<Facts, Judged> =>
    accept(
      { word: [{ type: 'StatementRefused', data: { pluginId, version, sequence, problems, at: now } }], offer: [] },
      { changed: false },
    );
  if (command.statementProblems.length > 0) return refused(command.statementProblems);
  if (sequence <= word.sequence) return refused([stale(word.sequence)]);
  const facts = judge(command, offer);
  return accept({ word: [{ type: 'StatusTaken', data: { sequence } }], offer: facts }, { changed: facts.length > 0 });
}

/**
 * Judges a release anew that waited for what this instance lacked, by the same word of the hub. Nothing where it must
 * wait on, waits no longer, or another word came meanwhile. The word counts once, so it is not taken again.
 */
export function judgeAnew(command: JudgeStatus, { word, offer }: States): Decision<Facts, Judged> {
  const isWaiting = offer.status === 'refused' && offer.waitsFor !== null && command.sequence === word.sequence;
  if (!isWaiting || command.waiting !== null) return accept({ word: [], offer: [] }, { changed: false });
  const releaseProblems = command.statementProblems.length > 0 ? command.statementProblems : command.releaseProblems;
  const facts = judge({ ...command, releaseProblems }, offer);
  return accept({ word: [], offer: facts }, { changed: facts.length > 0 });
}

/**
 * Everything here follows the word now. Said once for each word, and only where the release is offered, suspended or
 * withdrawn here: one that was refused follows nothing.
 */
export function carryOutStatus(
  command: { readonly pluginId: string; readonly version: string; readonly at: string },
  { word, offer }: States,
): Decision<Facts, null> {
  if (offer.status === 'absent' || offer.status === 'refused') return accept({ word: [], offer: [] }, null);
  return accept(
    {
      word:
        word.carriedOut >= word.sequence
          ? []
          : [{ type: 'StatusCarriedOut', data: { ...command, sequence: word.sequence } }],
      offer: offer.waitsFor === null ? [] : [{ type: 'OfferFollowed', data: { at: command.at } }],
    },
    null,
  );
}

function judge(command: JudgeStatus, offer: Offer): OfferFact[] {
  const {
    pluginId,
    version,
    sequence,
    reason,
    tier,
    manifest,
    manifestDigest,
    saidAt,
    source,
    releaseProblems,
    waiting,
    now,
  } = command;
  const isWaiting = offer.status === 'refused' && offer.waitsFor !== null;
  switch (command.status) {
    case 'published':
      if (offer.status === 'suspended') return [{ type: 'OfferResumed', data: { sequence, at: now } }];
      if (offer.status === 'offered' || offer.status === 'withdrawn') return [];
      if (releaseProblems.length > 0)
        return [
          {
            type: 'OfferRefused',
            data: {
              pluginId,
              version,
              sequence,
              problems: releaseProblems,
              source,
              at: now,
              ...(waiting !== null && { waiting }),
            },
          },
        ];
      return [
        {
          type: 'OfferAccepted',
          data: { pluginId, version, sequence, tier, manifest, manifestDigest, publishedAt: saidAt, source, at: now },
        },
      ];
    case 'suspended':
      return offer.status === 'offered' || isWaiting
        ? [{ type: 'OfferSuspended', data: { sequence, reason, at: now } }]
        : [];
    case 'withdrawn':
      if (offer.status !== 'offered' && offer.status !== 'suspended' && !isWaiting) return [];
      return [
        { type: 'OfferWithdrawn', data: { sequence, reason, wasSuspended: offer.status === 'suspended', at: now } },
      ];
  }
}

function stale(known: number): Problem {
  return {
    code: 'statement.stale',
    path: '/sequence',
    message: `is not newer than ${known}, which is known already`,
    message_fa: `از ${known} که پیش‌تر رسیده تازه‌تر نیست`,
    stage: 'instance',
  };
}
