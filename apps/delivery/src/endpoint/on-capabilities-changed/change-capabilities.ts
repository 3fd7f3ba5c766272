/** Another version of the plugin is active, or the admin has consented to more: address, events and scopes change. Pure. */
import { accept, type Accepted } from '@kushk/decider';
import { entriesFor, orderKeys, type Feed, type FeedFact, type Happening } from '../../feed/feed.js';
import { NotKnownYet, type Capabilities, type Endpoint, type EndpointFact, type KnownEndpoint } from '../endpoint.js';

export interface ChangeCapabilities {
  readonly installationId: string;
  readonly capabilities: Capabilities;
  /** One id for each event that may come of it: version, scopes. */
  readonly eventIds: readonly [string, string];
  readonly at: string;
}
type Facts = { readonly endpoint: readonly EndpointFact[]; readonly feed: readonly FeedFact[] };

/** The plugin is told of a new version and of new scopes as the new version's manifest wants to hear it. */
export function changeCapabilities(
  { endpoint, feed }: { readonly endpoint: Endpoint; readonly feed: Feed },
  command: ChangeCapabilities,
): Accepted<Facts, null> {
  const { installationId, capabilities, at } = command;
  if (endpoint.status === 'unknown') throw new NotKnownYet(installationId);
  if (endpoint.status === 'removed') return accept({ endpoint: [], feed: [] }, null);
  const after: KnownEndpoint = { ...endpoint, ...capabilities };
  return accept(
    {
      endpoint: [{ type: 'CapabilitiesChanged', data: { ...capabilities, at } }],
      feed: entriesFor(after, feed, happenings(endpoint, command)),
    },
    null,
  );
}

function happenings(
  before: KnownEndpoint,
  { installationId, capabilities, eventIds, at }: ChangeCapabilities,
): readonly Happening[] {
  const of = { installationId, orderKey: orderKeys.installation, createdAt: at };
  const added = capabilities.scopes.filter((scope) => !before.scopes.includes(scope));
  const removed = before.scopes.filter((scope) => !capabilities.scopes.includes(scope));
  const changes: Happening[] = [];
  if (capabilities.version !== before.version) {
    changes.push({
      ...of,
      eventId: eventIds[0],
      eventType: 'plugin.version.changed',
      data: { version: capabilities.version, previous: before.version },
    });
  }
  if (added.length > 0 || removed.length > 0) {
    changes.push({
      ...of,
      eventId: eventIds[1],
      eventType: 'plugin.scopes.changed',
      data: { scopes: capabilities.scopes, added, removed },
    });
  }
  return changes;
}
