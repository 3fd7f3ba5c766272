import type { JsonObject, ListingProvenance, Problem, Tier } from '@kushk/contracts';
import { accept, unreachable, type Decision } from '@kushk/decider';
import type { StatusStatement, StatusStatementFact } from '../../status-statement/status-statement.js';
import type { DeferredRelease, Listing, ListingFact, ReleaseSource } from '../listing.js';

/** A status statement about a release, after its signatures and the manifest have been checked. */
export interface EvaluateRelease {
  readonly pluginId: string;
  readonly version: string;
  readonly status: 'published' | 'suspended' | 'withdrawn';
  readonly reason: string | null;
  readonly sequence: number;
  readonly statedAt: string;
  /** Whether installations follow the release only as far as a rollout has reached them. */
  readonly isPaced: boolean;
  readonly tier: Tier;
  readonly manifest: JsonObject;
  readonly manifestDigest: string;
  /** Where the release comes from, as its approval shows it; null when it does not. */
  readonly provenance: ListingProvenance | null;
  /** The problems that show that the statement does not come from the hub; empty if it does. */
  readonly statementProblems: readonly Problem[];
  /**
   * The problems for which the release must not be listed here: with its approval, its manifest or its `plugin_api`.
   */
  readonly releaseProblems: readonly Problem[];
  /**
   * Set if this instance could list the release with another configuration. The release is evaluated again after a
   * restart with another configuration.
   */
  readonly deferred: DeferredRelease | null;
  readonly source: ReleaseSource;
  readonly at: string;
}

export type EvaluationStates = { readonly statement: StatusStatement; readonly listing: Listing };
export type EvaluationFacts = { statement: StatusStatementFact[]; listing: ListingFact[] };
/** Whether the listing changed. */
export type EvaluationResult = { readonly changed: boolean };

/**
 * Evaluates a release from a status statement. Each sequence is accepted once, and the accepted sequence never
 * decreases. A forged or old statement is rejected; only the rejection is recorded.
 */
export function evaluateRelease(
  command: EvaluateRelease,
  { statement, listing }: EvaluationStates,
): Decision<EvaluationFacts, EvaluationResult> {
  const { sequence, statementProblems } = command;
  if (statementProblems.length > 0) return refuseStatement(command, statementProblems);
  if (sequence <= statement.sequence) return refuseStatement(command, [staleStatement(statement.sequence)]);
  const facts = listingChanges(command, listing);
  return accept(
    { statement: [{ type: 'StatusAccepted', data: { sequence } }], listing: facts },
    { changed: facts.length > 0 },
  );
}

function refuseStatement(
  { pluginId, version, sequence, at }: EvaluateRelease,
  problems: readonly Problem[],
): Decision<EvaluationFacts, EvaluationResult> {
  const refused: StatusStatementFact = {
    type: 'StatementRefused',
    data: { pluginId, version, sequence, problems, at },
  };
  return accept({ statement: [refused], listing: [] }, { changed: false });
}

/** The facts by which an accepted status statement changes the listing. */
export function listingChanges(command: EvaluateRelease, listing: Listing): ListingFact[] {
  switch (command.status) {
    case 'published':
      return publish(command, listing);
    case 'suspended':
      return suspend(command, listing);
    case 'withdrawn':
      return withdraw(command, listing);
    default:
      return unreachable(command.status);
  }
}

/**
 * A release that the hub signed replaces a development release of the same version, whatever its content. A
 * development release replaces only a development release, and never one that the hub signed.
 */
function publish(command: EvaluateRelease, listing: Listing): ListingFact[] {
  const evaluated = command.releaseProblems.length > 0 ? [refusal(command)] : [acceptance(command)];
  if (listing.status === 'absent') return evaluated;
  if (command.source === 'hub' && listing.source === 'development') return evaluated;
  if (command.source === 'development' && listing.source === 'hub') return [];
  switch (listing.status) {
    case 'refused':
      return evaluated;
    case 'listed':
      return command.source === 'development' && listing.manifestDigest !== command.manifestDigest ? evaluated : [];
    case 'suspended':
      // Only the hub suspends and resumes, also a development release.
      return command.source === 'development'
        ? []
        : [{ type: 'ListingResumed', data: { sequence: command.sequence, at: command.at } }];
    case 'withdrawn':
      return [];
    default:
      return unreachable(listing);
  }
}

function suspend({ sequence, reason, at }: EvaluateRelease, listing: Listing): ListingFact[] {
  const suspended: ListingFact = { type: 'ListingSuspended', data: { sequence, reason, at } };
  switch (listing.status) {
    case 'listed':
      return [suspended];
    case 'refused':
      return listing.deferredFor === null ? [] : [suspended];
    case 'absent':
    case 'suspended':
    case 'withdrawn':
      return [];
    default:
      return unreachable(listing);
  }
}

function withdraw({ sequence, reason, at }: EvaluateRelease, listing: Listing): ListingFact[] {
  const wasSuspended = listing.status === 'suspended';
  const withdrawn: ListingFact = { type: 'ListingWithdrawn', data: { sequence, reason, wasSuspended, at } };
  switch (listing.status) {
    case 'listed':
    case 'suspended':
      return [withdrawn];
    case 'refused':
      return listing.deferredFor === null ? [] : [withdrawn];
    case 'absent':
    case 'withdrawn':
      return [];
    default:
      return unreachable(listing);
  }
}

function acceptance(command: EvaluateRelease): ListingFact {
  const { pluginId, version, sequence, tier, manifest, manifestDigest, provenance, source, at } = command;
  return {
    type: 'ListingAccepted',
    data: {
      pluginId,
      version,
      sequence,
      tier,
      manifest,
      manifestDigest,
      provenance,
      publishedAt: command.statedAt,
      ...(command.isPaced && { paced: true as const }),
      source,
      at,
    },
  };
}

function refusal(command: EvaluateRelease): ListingFact {
  const { pluginId, version, sequence, releaseProblems: problems, source, deferred, at } = command;
  const data = { pluginId, version, sequence, problems, source, at };
  return { type: 'ListingRefused', data: deferred === null ? data : { ...data, deferred } };
}

function staleStatement(lastSequence: number): Problem {
  return {
    code: 'statement.stale',
    severity: 'error',
    path: '/sequence',
    message: `is not newer than ${lastSequence}, the last accepted one`,
    message_fa: `از شمارهٔ ${lastSequence} که پیش‌تر پذیرفته شده جدیدتر نیست`,
    stage: 'instance',
  };
}
