/** `GET …/changes`: server-sent events with the names of lists that changed. */
import { instanceLists, operatorLists, portalLists, type Audience, type ListName } from '@kushk/contracts';
import type { PersonCaller, PublisherMemberCaller, StaffCaller } from '../authentication/caller.js';
import { routesFor, type Call, type Route, type RouteResponse } from '../http/route.js';
import type { Subscription } from './change-hub.js';

const SUMMARY = 'Get the names of lists as they change, as server-sent events that do not end';

/** The description of the events of an API whose lists have these names. */
function eventsWith(names: readonly string[]): string {
  return [
    'Events `changes` whose data is `{"lists": [...]}`: the names of lists that changed since the previous event, never',
    'what changed. Read again those that you show. Events of many changes are joined, at most two a second.',
    'A comment follows every 20 seconds without an event. Your rights are checked again before each; the response ends',
    'when they have ended, and when the service restarts: connect again, and read all lists again then.',
    `The names: ${names.map((name) => `\`${name}\``).join(', ')}.`,
  ].join(' ');
}

/** What a person of an organisation may know. */
function subscriptionOf({ organisation, person }: PersonCaller): Subscription {
  const isAdmin = person.role === 'admin';
  const audiences: Audience[] = [`organisation:${organisation.id}`, `person:${person.id}`, 'everyone'];
  const isVisible = (who: (typeof instanceLists)[keyof typeof instanceLists]): boolean =>
    who === 'member' || (who === 'admin' && isAdmin);
  return {
    audiences: isAdmin ? [...audiences, `admins:${organisation.id}`] : audiences,
    lists: new Set<ListName>(
      Object.entries(instanceLists).flatMap(([name, who]) => (isVisible(who) ? [name as ListName] : [])),
    ),
  };
}

/** What a member of a publisher may know: the publisher's own changes. */
function subscriptionOfMember({ publisher }: PublisherMemberCaller): Subscription {
  return { audiences: [`publisher:${publisher.id}`, 'everyone'], lists: new Set<ListName>(portalLists) };
}

const staffSubscription: Subscription = { audiences: ['staff', 'everyone'], lists: new Set<ListName>(operatorLists) };

/**
 * Opens the stream of a caller. Each piece fits the rights that the caller has by then. When they cannot be checked,
 * for whatever reason, the stream ends: the page connects again and gets the reason.
 */
export function respondWithChanges<Caller>(
  { caller, http }: Call<Caller, unknown, unknown>,
  subscriptionFor: (caller: Caller) => Subscription,
): RouteResponse {
  const { changes } = http;
  const stream = changes.open(http.callerName, subscriptionFor(caller));
  http.onClose(() => stream.end());
  const visibleNow = async (): Promise<Subscription['lists']> => {
    const subscription = subscriptionFor((await http.callerNow()).caller as Caller);
    changes.change(stream, subscription);
    return subscription.lists;
  };
  return {
    status: 200,
    // The connection serves nothing else, and one that stays open would delay the shutdown of the gateway.
    headers: { connection: 'close', 'x-accel-buffering': 'no' },
    stream: { contentType: 'text/event-stream; charset=utf-8', isLive: true, chunks: stream.text(visibleNow) },
  };
}

const instance = routesFor<PersonCaller>('person', '/instance/v1');
const operator = routesFor<StaffCaller>('staff', '/operator/v1');
const portal = routesFor<PublisherMemberCaller>('publisher_member', '/portal/v1/publishers/:publisher_id');

export const instanceChangesRoutes: readonly Route[] = [
  instance.compositeRoute('GET', '/changes', {
    operationId: 'streamChanges',
    summary: SUMMARY,
    calls: [],
    events: eventsWith(Object.keys(instanceLists)),
    handle: (call) => Promise.resolve(respondWithChanges(call, subscriptionOf)),
  }),
];

export const operatorChangesRoutes: readonly Route[] = [
  operator.compositeRoute('GET', '/changes', {
    operationId: 'streamChanges',
    summary: SUMMARY,
    calls: [],
    events: eventsWith(operatorLists),
    handle: (call) => Promise.resolve(respondWithChanges(call, () => staffSubscription)),
  }),
];

export const portalChangesRoutes: readonly Route[] = [
  portal.compositeRoute('GET', '/changes', {
    operationId: 'streamChanges',
    summary: SUMMARY,
    calls: [],
    events: eventsWith(portalLists),
    handle: (call) => Promise.resolve(respondWithChanges(call, subscriptionOfMember)),
  }),
];
