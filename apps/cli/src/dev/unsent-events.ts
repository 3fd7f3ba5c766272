/** Which events do not come to a plugin, because its manifest does not list them. */
import type { TitledInstallation } from '@kushk/contracts';
import { ALWAYS_DELIVERED_EVENTS, EVENT_TYPES, type EventType, type Manifest } from '@kushk/manifest';

type Listing = Pick<Manifest, 'events'>;
/** What a change of an installation shows of its events. */
export type Observed = Pick<
  TitledInstallation,
  'installation_id' | 'status' | 'version' | 'plan' | 'settings_revision' | 'scopes'
> & { readonly isWalletLow: boolean };

export const isListed = ({ events = [] }: Listing, type: EventType): boolean =>
  ALWAYS_DELIVERED_EVENTS.includes(type) || events.includes(type);

/** All types that the plugin does not get. `plugin.ping` is only a test, and needs no place in the manifest. */
export const unlistedEvents = (manifest: Listing): readonly EventType[] =>
  EVENT_TYPES.filter((type) => type !== 'plugin.ping' && !isListed(manifest, type));

/** The line of the manifest that also asks for this type. */
export const eventsLine = ({ events = [] }: Listing, type: EventType): string =>
  `events: [${[...events, type].join(', ')}]`;

/** The events that a change of the installation causes, as far as it shows them. */
export function eventsOfChange(before: Observed, after: Observed): readonly EventType[] {
  if (before.installation_id !== after.installation_id || before.status === 'pending') return [];
  const changes: readonly (readonly [EventType, boolean])[] = [
    ['plugin.settings.changed', before.settings_revision !== after.settings_revision],
    ['plugin.plan.changed', before.plan !== after.plan],
    ['plugin.version.changed', before.version !== after.version],
    ['plugin.scopes.changed', [...before.scopes].sort().join() !== [...after.scopes].sort().join()],
    ['plugin.paused', before.status !== 'paused' && after.status === 'paused'],
    ['plugin.resumed', before.status === 'paused' && after.status === 'installed'],
    ['plugin.wallet.low', !before.isWalletLow && after.isWalletLow],
  ];
  return changes.flatMap(([type, isChanged]) => (isChanged ? [type] : []));
}
