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
import { suspendRelease } from './suspend-release.js';

@Controller()
export class SuspendReleaseHandler {
  constructor(
    private readonly store: EventStore,
    private readonly preparer: StatusChangePreparer,
    private readonly changes: ReleaseChanges,
  ) {}

  @MessagePattern(catalogue.suspendRelease.subject)
  async handle(
    request: RequestOf<typeof catalogue.suspendRelease>,
    context: RequestContext,
  ): Promise<Outcome<ReleaseResource>> {
    const { plugin_id: pluginId, version, reason, by, idempotency } = request;
    const requested = { pluginId, version, by, at: now().toISOString() };
    const prepared = await this.preparer.prepare(requested, null);
    if (prepared === null) return releaseNotFound(pluginId, version);
    const outcome = await this.store.run({
      name: 'SuspendRelease',
      streams: releaseAndPlugin(pluginId, version),
      decide: (states) =>
        replyWithRelease(suspendRelease({ ...prepared.change, reason }, states), states.release, prepared),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
    if (outcome.accepted) this.changes.notify(pluginId, version);
    return outcome;
  }
}
