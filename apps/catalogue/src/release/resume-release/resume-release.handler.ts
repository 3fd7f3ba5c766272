import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { catalogue, type ReleaseResource, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ReleaseChanges } from '../release-changes.js';
import { releaseAndPlugin, releaseNotFound, replyWithRelease } from '../status-change.js';
import { StatusChangePreparer } from '../status-change-preparer.js';
import { resumeRelease } from './resume-release.js';

@Controller()
export class ResumeReleaseHandler {
  constructor(
    private readonly store: EventStore,
    private readonly preparer: StatusChangePreparer,
    private readonly changes: ReleaseChanges,
  ) {}

  @MessagePattern(catalogue.resumeRelease.subject)
  async handle(
    request: RequestOf<typeof catalogue.resumeRelease>,
    context: RequestContext,
  ): Promise<Outcome<ReleaseResource>> {
    const { plugin_id: pluginId, version, by, idempotency } = request;
    const requested = { pluginId, version, by, at: now().toISOString() };
    const prepared = await this.preparer.prepare(requested, null);
    if (prepared === null) return releaseNotFound(pluginId, version);
    const outcome = await this.store.run({
      name: 'ResumeRelease',
      streams: releaseAndPlugin(pluginId, version),
      decide: (states) => replyWithRelease(resumeRelease(prepared.change, states), states.release, prepared),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
    if (outcome.accepted) this.changes.notify(pluginId, version);
    return outcome;
  }
}
