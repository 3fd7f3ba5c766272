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
import { withdrawRelease } from './withdraw-release.js';

@Controller()
export class WithdrawReleaseHandler {
  constructor(
    private readonly store: EventStore,
    private readonly preparer: StatusChangePreparer,
    private readonly changes: ReleaseChanges,
  ) {}

  @MessagePattern(catalogue.withdrawRelease.subject)
  async handle(
    request: RequestOf<typeof catalogue.withdrawRelease>,
    context: RequestContext,
  ): Promise<Outcome<ReleaseResource>> {
    const { publisher_id: publisherId, plugin_id: pluginId, version, reason, by, idempotency } = request;
    const requested = { pluginId, version, by, at: now().toISOString() };
    const prepared = await this.preparer.prepare(requested, publisherId);
    if (prepared === null) return releaseNotFound(pluginId, version);
    const command = { ...prepared.change, publisherId, reason };
    const outcome = await this.store.run({
      name: 'WithdrawRelease',
      streams: releaseAndPlugin(pluginId, version),
      decide: (states) => replyWithRelease(withdrawRelease(command, states), states.release, prepared),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
    if (outcome.accepted) this.changes.notify(pluginId, version);
    return outcome;
  }
}
