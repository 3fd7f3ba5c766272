/** What every move of a release shares: the refusals, and the word that the fleet gets signed (contract §5 and §6). */
import { invalidTransition, type DsseEnvelope, type JsonObject, type ReleaseStatus } from '@kushk/contracts';
import type { ReleaseStatusWord } from '@kushk/credentials';
import { refuse, type Refused } from '@kushk/decider';
import type { Plugin, StatementIssued } from '../plugin/plugin.js';
import type { ApprovedRelease, FleetNotice, PublishedRelease, Release, SuspendedRelease } from './release.js';

/** Signs a statement with the hub's key. Ed25519 gives the same signature for the same word, so a decision may call it. */
export type SignStatus = (word: ReleaseStatusWord) => DsseEnvelope;

/** The two streams that a change of status is decided over. */
export interface ReleaseOfPlugin {
  readonly release: Release;
  readonly plugin: Plugin;
}
/** What each change of status brings with it from outside. `manifest` is the one submitted; it never changes. */
export interface StatusChange {
  readonly pluginId: string;
  readonly version: string;
  readonly by: string;
  readonly at: string;
  readonly manifest: JsonObject;
  readonly sign: SignStatus;
}

/** Absent and foreign releases are refused with the same words (seed: a release of another publisher is answered as not found). */
export function releaseNotFound(pluginId: string, version: string): Refused {
  return refuse('catalogue.release_not_found', { plugin_id: pluginId, version });
}

/** 409 with `from`, `to` and `allowed`. */
export function transitionInvalid(from: ReleaseStatus, to: ReleaseStatus): Refused {
  return refuse('catalogue.transition_invalid', invalidTransition(from, to));
}

type Announced = ApprovedRelease | PublishedRelease | SuspendedRelease;

/** The hub's next signed word on this plugin: what the release's fact carries, and what the plugin's stream counts. */
export function announce(
  change: StatusChange,
  { release, plugin }: { readonly release: Announced; readonly plugin: Plugin },
  word: Pick<ReleaseStatusWord, 'status' | 'reason'>,
): { readonly notice: FleetNotice; readonly issued: StatementIssued } {
  if (plugin.status === 'absent') throw new Error('a release cannot be announced of a plugin that nobody owns');
  const { pluginId, version, pluginApi, tier, approval, manifestDigest } = release;
  const sequence = plugin.sequence + 1;
  const statement = change.sign({
    plugin_id: pluginId,
    version,
    status: word.status,
    reason: word.reason,
    sequence,
    at: change.at,
    manifest_digest: manifestDigest,
  });
  return {
    notice: { pluginId, version, pluginApi, tier, sequence, statement, manifest: change.manifest, approval },
    issued: { type: 'StatementIssued', data: { sequence, version, status: word.status, at: change.at } },
  };
}
