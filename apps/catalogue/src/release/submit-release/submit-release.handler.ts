import { metaOf, onceOf, type RequestContext } from '@kushk/broker';
import { catalogue, type ReleaseResource, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { EventStore, StoreBusy } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { PrepareSubmission, streamsOf } from './prepare-submission.handler.js';
import { NEWEST_MOVED, submitRelease } from './submit-release.js';

/** How often a submission is prepared anew because another version was published meanwhile. */
const maxPreparations = 5;

@Controller()
export class SubmitReleaseHandler {
  constructor(
    private readonly store: EventStore,
    private readonly submissions: PrepareSubmission,
  ) {}

  @MessagePattern(catalogue.submitRelease.subject)
  async answer(
    request: RequestOf<typeof catalogue.submitRelease>,
    context: RequestContext,
  ): Promise<Outcome<ReleaseResource>> {
    for (let preparation = 1; preparation <= maxPreparations; preparation += 1) {
      const prepared = await this.submissions.prepare(request.publisher_id, request);
      if (!prepared.accepted) return prepared;
      const { command } = prepared;
      const outcome = await this.store.run({
        name: 'SubmitRelease',
        streams: streamsOf(command),
        decide: (states) => submitRelease(command, states),
        once: onceOf(request.once),
        meta: metaOf(context),
      });
      if (outcome.accepted || outcome.refusal.code !== NEWEST_MOVED) return outcome;
    }
    throw new StoreBusy('the plugin is published faster than a submission can be compared with it');
  }
}
