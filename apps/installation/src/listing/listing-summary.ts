/** A plugin in the list of the store. */
import type { Deprecation, ListingSummary } from '@kushk/contracts';
import { rateMicroMu, type Manifest } from '@kushk/manifest';
import type { ContainerConfig } from '@kushk/runtime';
import type { InstallationRow } from '../installation/installation.view.js';
import type { ListingRow } from './listing.view.js';

/** How the instance runs containers: `off` when it runs none. */
export type ContainerDriver = ContainerConfig['driver'];

type Installed = Pick<InstallationRow, 'stream_id' | 'status' | 'version' | 'pending_version'>;

interface Context {
  /** The plugin's installation in the organisation that reads the list. */
  readonly installed: Installed | undefined;
  readonly containerDriver: ContainerDriver;
  readonly deprecation: Deprecation | null;
}

export function listingSummary(
  listing: Pick<ListingRow, 'plugin_id' | 'version' | 'tier' | 'publisher' | 'published_at'>,
  manifest: Manifest,
  { installed, containerDriver, deprecation }: Context,
): ListingSummary {
  return {
    plugin_id: listing.plugin_id,
    version: listing.version,
    tier: listing.tier,
    kind: manifest.kind,
    publisher: listing.publisher,
    names: manifest.names,
    summaries: manifest.summaries ?? {},
    scopes: Object.keys(manifest.scopes ?? {}),
    plans: (manifest.plans ?? []).map(({ key, names = {} }) => ({ key, names })),
    lowest_rate: lowestRate(manifest),
    published_at: listing.published_at.toISOString(),
    unavailable: unavailableReason(manifest, containerDriver),
    deprecation,
    installation_id: installed?.stream_id ?? null,
    installation:
      installed === undefined
        ? null
        : {
            status: installed.status,
            version: installed.version,
            version_pending: installed.pending_version?.version ?? null,
          },
  };
}

/** Why a plugin cannot be installed here; null when it can: an instance may run no containers. */
export function unavailableReason(
  { kind }: Pick<Manifest, 'kind'>,
  containerDriver: ContainerDriver,
): ListingSummary['unavailable'] {
  return kind === 'instance' && containerDriver === 'off' ? 'containers.not_available' : null;
}

function lowestRate({ plans = [], services = [] }: Manifest): ListingSummary['lowest_rate'] {
  const rates = plans.flatMap((plan) => Object.entries(plan.rates ?? {}));
  const lowest = rates.reduce<(typeof rates)[number] | null>(
    (found, entry) => (found === null || microMu(entry) < microMu(found) ? entry : found),
    null,
  );
  if (lowest === null) return null;
  const [service, rate] = lowest;
  const declared = services.find(({ key }) => key === service);
  return { service, names: declared?.names ?? {}, unit: declared?.unit ?? null, rate };
}

const microMu = ([, rate]: readonly [string, string]): bigint => rateMicroMu(rate);
