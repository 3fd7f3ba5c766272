import type { Problem, ReleaseStatusChangedV1 } from '@kushk/contracts';
import {
  canonicalDigest,
  keyValidityAt,
  openApproval,
  openStatusStatement,
  publicJwk,
  type Jwks,
} from '@kushk/credentials';
import { streamRef } from '@kushk/decider';
import type { EventStore, FactMeta, IdempotencyKey } from '@kushk/event-store';
import type { Config } from '@kushk/runtime';
import type { Evaluator } from '@kushk/runtime/evaluation';
import { statusStatementKey, statusStatementStream } from '../../status-statement/status-statement.js';
import { confirmStatusApplied } from '../confirm-status-applied/confirm-status-applied.js';
import { isListed, listingKey, listingStream, type ReleaseSource } from '../listing.js';
import { reevaluateRelease } from '../reevaluate-release/reevaluate-release.js';
import { canBeListedLater, checkRelease } from './check-release.js';
import { evaluateRelease, type EvaluateRelease } from './evaluate-release.js';

interface Dependencies {
  readonly events: EventStore;
  readonly config: Config;
  readonly now: () => Date;
  readonly evaluator: Evaluator;
}
interface Cause {
  readonly idempotency?: IdempotencyKey | undefined;
  readonly meta: FactMeta;
}
interface Release {
  readonly pluginId: string;
  readonly version: string;
}

/** Verifies status statements offline against the pinned keys, and records the evaluation of their releases. */
export class ReleaseEvaluator {
  constructor(private readonly dependencies: Dependencies) {}

  async evaluate(change: ReleaseStatusChangedV1, source: ReleaseSource, { idempotency, meta }: Cause): Promise<void> {
    const command = await this.commandFor(change, source);
    await this.dependencies.events.run({
      name: 'EvaluateRelease',
      streams: streamsOf(command),
      decide: (states) => evaluateRelease(command, states),
      idempotency,
      meta,
    });
  }

  /** Suspends a listed release. Any other one is evaluated in the order of its statements, with `evaluate`. */
  async suspendListed(change: ReleaseStatusChangedV1, cause: Cause): Promise<void> {
    const listing = streamRef(listingStream, listingKey(change.plugin_id, change.version));
    if (isListed((await this.dependencies.events.load(listing)).state)) await this.evaluate(change, 'hub', cause);
  }

  /** Evaluates a deferred release again from the stored status statement. Returns whether it is no longer rejected. */
  async reevaluate({ pluginId, version }: Release, meta: FactMeta): Promise<boolean> {
    const { events } = this.dependencies;
    const ref = streamRef(listingStream, listingKey(pluginId, version));
    const refusals = (await events.history(ref)).flatMap(({ type, data }) => (type === 'ListingRefused' ? [data] : []));
    const statusChange = refusals.at(-1)?.deferred?.statusChange;
    if (statusChange !== undefined) {
      const command = await this.commandFor(statusChange, 'hub');
      await events.run({
        name: 'ReevaluateRelease',
        streams: streamsOf(command),
        decide: (states) => reevaluateRelease(command, states),
        meta,
      });
    }
    const { state: listing } = await events.load(ref);
    return listing.status !== 'absent' && listing.status !== 'refused';
  }

  /**
   * Runs last, after the installations have been updated. The recorded fact reports to the hub that the statement is
   * applied.
   */
  async confirmApplied({ pluginId, version }: Release, meta: FactMeta): Promise<void> {
    const command = { pluginId, version, at: this.dependencies.now().toISOString() };
    await this.dependencies.events.run({
      name: 'ConfirmStatusApplied',
      streams: streamsOf({ pluginId, version, source: 'hub' }),
      decide: (states) => confirmStatusApplied(command, states),
      meta,
    });
  }

  private async commandFor(change: ReleaseStatusChangedV1, source: ReleaseSource): Promise<EvaluateRelease> {
    const { plugin_id: pluginId, version, status, sequence, manifest } = change;
    const at = this.dependencies.now().toISOString();
    const manifestDigest = canonicalDigest(manifest);
    const statement = this.validStatement(change, source);
    const isAuthentic =
      statement !== null &&
      statement.plugin_id === pluginId &&
      statement.version === version &&
      statement.status === status &&
      statement.sequence === sequence &&
      statement.manifest_digest === manifestDigest;
    const approval = this.approvalIn(change, source);
    const releaseProblems =
      isAuthentic && status === 'published'
        ? await checkRelease(
            { manifest, manifestDigest, approval, pluginId, version },
            this.instance,
            this.dependencies.evaluator,
          )
        : [];
    const isDeferred = source === 'hub' && canBeListedLater(releaseProblems);
    return {
      pluginId,
      version,
      status,
      sequence,
      manifest,
      manifestDigest,
      source,
      reason: statement?.reason ?? null,
      statedAt: statement?.at ?? at,
      isPaced: statement?.paced === true,
      // The tier in the signed approval takes precedence over the tier outside the envelope, which anyone could
      // change.
      tier: approval?.tier ?? change.tier,
      provenance: approval?.provenance?.shown ?? null,
      statementProblems: isAuthentic ? [] : [unsignedStatement],
      releaseProblems,
      deferred: isDeferred ? { pluginApi: String(manifest['plugin_api']), statusChange: change } : null,
      at,
    };
  }

  private get instance() {
    const { pluginApi, environment } = this.dependencies.config;
    return { pluginApi, production: environment === 'production' };
  }

  /** Null if the signature is invalid, or if its key was not valid at the signed time. */
  private validStatement({ statement: envelope }: ReleaseStatusChangedV1, source: ReleaseSource) {
    const keys = this.trustedKeys(source, 'status');
    const statement = openStatusStatement(keys, envelope);
    if (statement === null) return null;
    return keyValidityAt(keys, statement.kid, new Date(statement.at)) === 'valid' ? statement : null;
  }

  private approvalIn({ approval: envelope }: ReleaseStatusChangedV1, source: ReleaseSource) {
    const keys = this.trustedKeys(source, 'approval');
    const approval = openApproval(keys, envelope);
    if (approval === null) return null;
    return { ...approval, keyValidity: keyValidityAt(keys, approval.kid, new Date(approval.decided_at)) };
  }

  /**
   * The keys whose signatures are trusted for this purpose. For a release of the hub they are the pinned keys. For a
   * release that a developer publishes here, it is the instance's own key, and only outside production. The member
   * `signs` limits a pinned key to one purpose, so that the catalogue's key cannot approve a release in place of a
   * reviewer. A key without `signs` may sign both statements and approvals.
   */
  private trustedKeys(source: ReleaseSource, purpose: 'status' | 'approval'): Jwks {
    const { environment, signingKey, pinnedHubKeys } = this.dependencies.config;
    if (source === 'development') return { keys: environment === 'production' ? [] : [publicJwk(signingKey)] };
    return { keys: pinnedHubKeys.keys.filter(({ signs }) => signs === undefined || signs === purpose) };
  }
}

function streamsOf({ pluginId, version, source }: Release & { readonly source: ReleaseSource }) {
  return {
    statement: streamRef(statusStatementStream, statusStatementKey(pluginId, version, source)),
    listing: streamRef(listingStream, listingKey(pluginId, version)),
  };
}

const unsignedStatement: Problem = {
  code: 'statement.unsigned',
  severity: 'error',
  path: '/statement',
  message: 'is not a statement of the hub that this instance trusts',
  message_fa: 'امضای هابِ مورد اعتمادِ این سامانه را ندارد',
  stage: 'instance',
};
