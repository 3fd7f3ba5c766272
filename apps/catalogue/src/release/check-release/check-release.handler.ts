import { answer } from '@kushk/broker';
import { catalogue, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { PrepareSubmission, streamsOf } from '../submit-release/prepare-submission.handler.js';
import { NEWEST_MOVED, submitRelease } from '../submit-release/submit-release.js';

/** The same verdict as a submission's, by the same decision, without storing anything. */
@Controller()
export class CheckReleaseHandler {
  constructor(
    private readonly store: EventStore,
    private readonly submissions: PrepareSubmission,
  ) {}

  @MessagePattern(catalogue.checkRelease.subject)
  async answer(
    request: RequestOf<typeof catalogue.checkRelease>,
  ): Promise<Outcome<ReplyOf<typeof catalogue.checkRelease>>> {
    const prepared = await this.submissions.prepare(request.publisher_id, request);
    if (!prepared.accepted) return prepared;
    const { command } = prepared;
    const streams = streamsOf(command);
    const [{ state: plugin }, { state: release }] = await Promise.all([
      this.store.load(streams.plugin),
      this.store.load(streams.release),
    ]);
    const decision = submitRelease(command, { plugin, release });
    if (!decision.accepted && decision.refusal.code !== NEWEST_MOVED) return decision;
    return answer({ verdict: 'valid', warnings: command.warnings, diff: command.diff });
  }
}
