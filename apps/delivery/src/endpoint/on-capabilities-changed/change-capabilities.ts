/**
 * Updates the address, the subscribed events and the scopes when another version was activated or an admin consented
 * to more scopes. Pure.
 */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import { wantedEvents, type Feed, type FeedFact, type NewEvent } from '../../feed/feed.js';
import { endpointMissing, type Endpoint, type RegisteredEndpoint } from '../endpoint.js';
import type { Capabilities, EndpointFact } from '../endpoint-facts.js';

export interface ChangeCapabilities {
  readonly installationId: string;
  readonly capabilities: Capabilities;
  /** The ids of the two events that the change may create: the version event, then the scopes event. */
  readonly eventIds: readonly [string, string];
  readonly at: string;
}
type States = { readonly endpoint: Endpoint; readonly feed: Feed };
/** `isElsewhere`: the plugin gets its events in another way or at another address from now on. */
type Reply = { readonly isElsewhere: boolean };
type Facts = { readonly endpoint: readonly EndpointFact[]; readonly feed: readonly FeedFact[] };

/**
 * Updates the capabilities. The new version's subscriptions decide whether the plugin receives the version and scopes
 * events.
 */
export function changeCapabilities({ endpoint, feed }: States, command: ChangeCapabilities): Accepted<Facts, Reply> {
  switch (endpoint.status) {
    case 'unregistered':
      throw endpointMissing(command.installationId);
    case 'removed':
      return accept({ endpoint: [], feed: [] }, { isElsewhere: false });
    case 'registered': {
      const { capabilities, at } = command;
      const { subscribedEvents } = capabilities;
      return accept(
        {
          endpoint: [{ type: 'CapabilitiesChanged', data: { ...capabilities, at } }],
          feed: wantedEvents({ subscribedEvents }, feed, changeEvents(endpoint, command)),
        },
        {
          isElsewhere:
            endpoint.movedTo === capabilities.version ||
            (endpoint.polling === null) !== (capabilities.polling === undefined),
        },
      );
    }
    default:
      return unreachable(endpoint);
  }
}

function changeEvents(before: RegisteredEndpoint, command: ChangeCapabilities): readonly NewEvent[] {
  const { installationId, capabilities, eventIds, at } = command;
  const { version, scopes } = capabilities;
  const common = { installationId, createdAt: at };
  const added = scopes.filter((scope) => !before.scopes.includes(scope));
  const removed = before.scopes.filter((scope) => !scopes.includes(scope));
  const events: NewEvent[] = [];
  if (version !== before.version) {
    const data = { version, previous: before.version };
    events.push({ ...common, eventId: eventIds[0], eventType: 'plugin.version.changed', data });
  }
  if (added.length > 0 || removed.length > 0) {
    const data = { scopes, added, removed };
    events.push({ ...common, eventId: eventIds[1], eventType: 'plugin.scopes.changed', data });
  }
  return events;
}
