/** `GET …/changes`: server-sent events with the names of lists that changed. */
import { instanceLists, operatorLists, portalLists, type Audience, type ListName } from '@kushk/contracts';
import { log } from '@kushk/runtime';
import type { PersonCaller, PublisherMemberCaller, StaffCaller } from '../authentication/caller.js';
import { routesFor, type Call, type Route, type RouteResponse } from '../http/route.js';
import type { ChangeStream } from './change-stream.js';
import type { Subscription } from './change-hub.js';

const SUMMARY = 'Get the names of lists as they change, as server-sent events that do not end';

/** The description of the events of an API whose lists have these names. */
function eventsWith(names: readonly string[]): string {
  return [
    'Events `changes` whose data is `{"lists": [...]}`: the names of lists that changed since the previous event, never',
    'what changed. Read again those that you show. Events of many changes are joined, at most two a second.',
    'A comment follows every 20 seconds without an event. Your rights are checked again every 30 seconds; the response',
    'ends when they have ended, and when the service restarts: connect again, and read all lists again then.',
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
 * Opens the stream of a caller. The caller is authenticated again from time to time, with a new subscription if the
 * role has changed. When that fails, for whatever reason, the stream ends: the page connects again and gets the
 * reason.
 */
export function respondWithChanges<Caller>(
  { caller, http }: Call<Caller, unknown, unknown>,
  subscriptionFor: (caller: Caller) => Subscription,
): RouteResponse {
  const { changes } = http;
  const stream = changes.open(http.callerName, subscriptionFor(caller));
  http.onClose(() => stream.end());
  const recheck = async (): Promise<void> => {
    try {
      const again = await http.authenticateAgain();
      changes.change(stream, subscriptionFor(again.caller as Caller));
    } catch (err) {
      log.info({ caller: http.callerName, err }, 'change stream ended');
      stream.end();
    }
  };
  repeatUntilEnded(stream, recheck, changes.recheckMs);
  return {
    status: 200,
    // The connection serves nothing else, and one that stays open would delay the shutdown of the gateway.
    headers: { connection: 'close', 'x-accel-buffering': 'no' },
    stream: { contentType: 'text/event-stream; charset=utf-8', isLive: true, chunks: stream.text() },
  };
}

/** Intervals differ by a tenth, so that the streams of a gateway that just started do not stay in step. */
function repeatUntilEnded(stream: ChangeStream, work: () => Promise<void>, everyMs: number): void {
  const timer = setTimeout(
    () => {
      if (!stream.ended) void work().then(() => repeatUntilEnded(stream, work, everyMs));
    },
    everyMs * (1 - Math.random() / 10),
  );
  if (stream.ended) clearTimeout(timer);
  else stream.onEnd(() => clearTimeout(timer));
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
