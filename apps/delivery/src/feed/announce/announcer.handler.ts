import { causedBy, onceFor, type FactContext } from '@kushk/broker';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Injectable } from '@nestjs/common';
import { Dispatch } from '../../dispatch/dispatch.handler.js';
import { endpointStream } from '../../endpoint/endpoint.js';
import { feedStream, type Happening } from '../feed.js';
import { announce } from './announce.js';

/** What all reactions do that only turn a fact into one event of the feed. */
@Injectable()
export class Announcer {
  constructor(
    private readonly store: EventStore,
    private readonly dispatch: Dispatch,
  ) {}

  /** Once per fact, however often it is delivered. Resolves after the commit; poll and push have been woken. */
  async announce(
    reaction: string,
    context: FactContext,
    event: Pick<Happening, 'installationId' | 'eventType' | 'orderKey' | 'data'>,
  ): Promise<void> {
    const happening = { ...event, eventId: newId('evt'), createdAt: now().toISOString() };
    await this.store.run({
      name: 'AnnounceEvent',
      streams: {
        endpoint: streamRef(endpointStream, event.installationId),
        feed: streamRef(feedStream, event.installationId),
      },
      decide: (states) => announce(states, happening),
      once: onceFor(reaction, context),
      meta: causedBy(context),
    });
    this.dispatch.wake(event.installationId);
  }
}
