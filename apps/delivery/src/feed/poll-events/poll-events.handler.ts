import { queryHandler, respond } from '@kushk/broker';
import { delivery, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { type Outcome, refuse } from '@kushk/decider';
import { StoreBusy } from '@kushk/event-store';
import { now, realNow } from '@kushk/runtime';
import { Endpoints } from '../../endpoint/endpoint.view.js';
import { cursorAt, readFrom, sequenceOf } from './cursor.js';
import { EventPolls } from './event-polls.view.js';
import { FeedPages } from './feed-page.view.js';
import { FeedNotifications } from './feed-notifications.js';

/** A long poll ends this long before the request deadline, so that its reply arrives in time. */
const REPLY_MARGIN_MS = 300;

type Request = RequestOf<typeof delivery.pollEvents>;
type Reply = Outcome<ReplyOf<typeof delivery.pollEvents>>;

/** Handles `GET /events`: returns the same events that are pushed, in order and without gaps. */
export const PollEventsHandler = queryHandler(
  delivery.pollEvents,
  { pages: FeedPages, notifications: FeedNotifications, endpoints: Endpoints, polls: EventPolls },
  async (request, { notifications, polls, ...parts }, { deadline }) => {
    const first = await read(parts, request);
    if (!first.accepted) return first;
    // A cursor comes back with the next poll, when the plugin has stored what it got.
    await polls.record(request.installation_id, sequenceOf(request.after ?? '', request.installation_id) ?? 0, now());
    if (first.reply.events.length > 0) return first;
    const waitMs = Math.min(request.wait_ms, deadline.getTime() - realNow().getTime() - REPLY_MARGIN_MS);
    if (waitMs <= 0) return first;
    if (notifications.isFull(request.installation_id)) throw new StoreBusy('too many long polls wait');
    // Each query continues where the previous one ended, so that waiting never reads the same events twice.
    let latest = first;
    const readNext = async (): Promise<Reply | null> => {
      const page = await read(parts, latest.accepted ? { ...request, after: latest.reply.next_after } : request);
      if (!page.accepted || page.reply.events.length > 0) return page;
      latest = page;
      return null;
    };
    return (await notifications.waitUntil(request.installation_id, readNext, waitMs)) ?? latest;
  },
);

/** Reads a page. It has no events while the installation, or its release, is paused or suspended. */
async function read(
  { pages, endpoints }: { readonly pages: FeedPages; readonly endpoints: Endpoints },
  { installation_id, after, limit, types }: Request,
): Promise<Reply> {
  const stored = await pages.storedRange(installation_id);
  const from = readFrom(after, installation_id, stored);
  if (from.kind === 'invalid') return refuse('events.cursor_invalid');
  if (from.kind === 'expired') return refuse('events.cursor_expired', { oldest: from.oldest });
  const place = { installationId: installation_id, sequence: from.sequence, newest: stored?.newest ?? 0 };
  const page = await pages.readAfter(place, limit, types);
  // The poll may have been authenticated before.
  if (page.events.length > 0 && !(await endpoints.isCallable(installation_id)))
    return respond({ events: [], next_after: cursorAt(installation_id, from.sequence), has_more: false });
  return respond({ events: page.events, next_after: cursorAt(installation_id, page.readTo), has_more: page.hasMore });
}
