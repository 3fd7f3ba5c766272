import { respond } from '@kushk/broker';
import { catalogue, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { releaseChecks } from '@kushk/manifest';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { releaseAndPlugin } from '../status-change.js';
import { SubmissionPreparer } from '../submit-release/submission-preparer.js';
import { NEWEST_VERSION_CHANGED, submitRelease } from '../submit-release/submit-release.js';

/** Checks a submission with the same decision as the submit command, and stores nothing. */
@Controller()
export class CheckReleaseHandler {
  constructor(
    private readonly store: EventStore,
    private readonly preparer: SubmissionPreparer,
  ) {}

  @MessagePattern(catalogue.checkRelease.subject)
  async handle(
    request: RequestOf<typeof catalogue.checkRelease>,
  ): Promise<Outcome<ReplyOf<typeof catalogue.checkRelease>>> {
    const { publisher_id: publisherId } = request;
    const prepared = await this.preparer.prepare(request, {
      publisherId,
      releaseId: newId('rel'),
      at: now().toISOString(),
    });
    if (!prepared.accepted) return prepared;
    const { command } = prepared;
    const streams = releaseAndPlugin(command.manifest.id, command.manifest.version);
    const [{ state: release }, { state: plugin }] = await Promise.all([
      this.store.load(streams.release),
      this.store.load(streams.plugin),
    ]);
    const decision = submitRelease(command, { release, plugin });
    if (!decision.accepted && decision.refusal.code !== NEWEST_VERSION_CHANGED) return decision;
    const { warnings, image } = command.details;
    const checks = releaseChecks(command.manifest, warnings, image);
    return respond({ verdict: 'valid', warnings, checks, diff: command.diff });
  }
}
