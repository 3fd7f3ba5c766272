import type { JsonObject, Problem, Tier } from '@kushk/contracts';
import { accept, type Decision } from '@kushk/decider';
import type { Offer, OfferFact } from '../offer.js';
import type { FollowedPlugin, PluginFact } from '../plugin.js';

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
  readonly source: 'hub' | 'development';
  readonly now: string;
}
type States = { plugin: FollowedPlugin; offer: Offer };
type Facts = { plugin: PluginFact[]; offer: OfferFact[] };
type Judged = { readonly changed: boolean };

/**
 * Takes in the hub's word on a release: in order, once, and never back (contract §6). What is forged or old is
 * refused and noted; the rest of the catalogue is untouched.
 */
export function judgeStatus(command: JudgeStatus, { plugin, offer }: States): Decision<Facts, Judged> {
  const { pluginId, version, sequence, now } = command;
  const refused = (problems: readonly Problem[]): Decision<Facts, Judged> =>
    accept({ plugin: [{ type: 'StatementRefused', data: { pluginId, version, sequence, problems, at: now } }], offer: [] }, { changed: false });
  if (command.statementProblems.length > 0) return refused(command.statementProblems);
  if (sequence <= plugin.sequence) return refused([stale(plugin.sequence)]);
  const facts = judge(command, offer);
  return accept({ plugin: [{ type: 'StatusTaken', data: { sequence, version } }], offer: facts }, { changed: facts.length > 0 });
}

function judge(command: JudgeStatus, offer: Offer): OfferFact[] {
  const { pluginId, version, sequence, reason, tier, manifest, manifestDigest, saidAt, source, releaseProblems, now } = command;
  switch (command.status) {
    case 'published':
      if (offer.status === 'suspended') return [{ type: 'OfferResumed', data: { sequence, at: now } }];
      if (offer.status === 'offered' || offer.status === 'withdrawn') return [];
      if (releaseProblems.length > 0) return [{ type: 'OfferRefused', data: { pluginId, version, sequence, problems: releaseProblems, at: now } }];
      return [{ type: 'OfferAccepted', data: { pluginId, version, sequence, tier, manifest, manifestDigest, publishedAt: saidAt, source, at: now } }];
    case 'suspended':
      return offer.status === 'offered' ? [{ type: 'OfferSuspended', data: { sequence, reason, at: now } }] : [];
    case 'withdrawn':
      if (offer.status !== 'offered' && offer.status !== 'suspended') return [];
      return [{ type: 'OfferWithdrawn', data: { sequence, reason, wasSuspended: offer.status === 'suspended', at: now } }];
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
