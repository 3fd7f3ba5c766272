import { answer, no, type RequestContext } from '@kushk/broker';
import { delivery, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { cursorAt, readFrom } from './cursor.js';
import { FeedPages } from './feed-page.view.js';
import { FeedWatch } from './feed-watch.handler.js';

/** A long poll is answered so long before nobody waits for it any more. */
const ANSWER_EARLY_MS = 300;

type Request = RequestOf<typeof delivery.pollEvents>;
type Answer = Outcome<ReplyOf<typeof delivery.pollEvents>>;

/** `GET /events`: the same events as are pushed, in order and without gaps, whatever the concurrency of the writers. */
@Controller()
export class PollEventsHandler {
  constructor(
    private readonly pages: FeedPages,
    private readonly watch: FeedWatch,
  ) {}

  @MessagePattern(delivery.pollEvents.subject)
  async answer(request: Request, context: RequestContext): Promise<Answer> {
    const first = await this.read(request);
    if (!first.accepted || first.reply.events.length > 0) return first;
    const waitMs = Math.min(request.wait_ms, context.deadline.getTime() - now().getTime() - ANSWER_EARLY_MS);
    if (waitMs <= 0) return first;
    const came = await this.watch.until(request.installation_id, () => this.readIfAny(request), waitMs);
    return came ?? this.read(request);
  }

  private async readIfAny(request: Request): Promise<Answer | null> {
    const read = await this.read(request);
    return read.accepted && read.reply.events.length === 0 ? null : read;
  }

  private async read({ installation_id, after, limit, types }: Request): Promise<Answer> {
    const kept = await this.pages.kept(installation_id);
    const from = readFrom(after, installation_id, kept);
    if (from.kind === 'invalid') return no('events.cursor_invalid');
    if (from.kind === 'expired') return no('events.cursor_expired', { oldest: from.oldest });
    const newest = kept?.newest ?? 0;
    const page = await this.pages.after(
      { installationId: installation_id, sequence: from.sequence, newest },
      limit,
      types,
    );
    return answer({ events: page.events, next_after: cursorAt(installation_id, page.readTo), has_more: page.hasMore });
  }
}
