import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { catalogue, type ReleaseResource, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { EventStore, StoreBusy } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { releaseAndPlugin } from '../status-change.js';
import { SubmissionPreparer } from './submission-preparer.js';
import { NEWEST_VERSION_CHANGED, submitRelease } from './submit-release.js';

/**
 * Maximum number of times that a submission is compared with the newest published version. The comparison is repeated
 * when another version was published before the submission was stored.
 */
const MAX_PREPARATIONS = 5;

@Controller()
export class SubmitReleaseHandler {
  constructor(
    private readonly store: EventStore,
    private readonly preparer: SubmissionPreparer,
  ) {}

  @MessagePattern(catalogue.submitRelease.subject)
  async handle(
    request: RequestOf<typeof catalogue.submitRelease>,
    context: RequestContext,
  ): Promise<Outcome<ReleaseResource>> {
    const { publisher_id: publisherId, idempotency } = request;
    for (let preparation = 1; preparation <= MAX_PREPARATIONS; preparation += 1) {
      const at = now().toISOString();
      const prepared = await this.preparer.prepare(request, { publisherId, releaseId: newId('rel'), at });
      if (!prepared.accepted) return prepared;
      const { command } = prepared;
      const outcome = await this.store.run({
        name: 'SubmitRelease',
        streams: releaseAndPlugin(command.manifest.id, command.manifest.version),
        decide: (states) => submitRelease(command, states),
        idempotency: idempotencyOf(idempotency),
        meta: metaOf(context),
      });
      if (outcome.accepted || outcome.refusal.code !== NEWEST_VERSION_CHANGED) return outcome;
    }
    throw new StoreBusy('versions of the plugin are published faster than a submission can be compared with them');
  }
}
