import { causedBy, onceFor, type FactContext } from '@kushk/broker';
import { catalogueFacts, type ReleaseStatusChangedV1 } from '@kushk/contracts';
import { streamRef, under } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { FollowVersionHandler } from '../../installation/follow-version/follow-version.handler.js';
import { installationStream } from '../../installation/installation.js';
import { Installations } from '../../installation/installation.view.js';
import { JudgeStatusHandler } from '../judge-status/judge-status.handler.js';
import { offerKey, offerStream } from '../offer.js';
import { alignInstallation } from './align-installation.js';

const reaction = 'on-release-status-changed';

/** A release was published, suspended, resumed or withdrawn: the store changes, and with it what runs here. */
@Controller()
export class OnReleaseStatusChangedHandler {
  constructor(
    private readonly judge: JudgeStatusHandler,
    private readonly store: EventStore,
    private readonly installations: Installations,
    private readonly versions: FollowVersionHandler,
  ) {}

  @EventPattern<string>(catalogueFacts.releaseStatusChanged.subject, { reaction })
  async react(data: ReleaseStatusChangedV1, context: FactContext): Promise<void> {
    await this.judge.judge(data, 'hub', { once: onceFor(reaction, context), meta: causedBy(context) });
    await this.alignInstallations(data, context);
    await this.versions.followAll(data.plugin_id, causedBy(context));
    await this.judge.carryOut({ pluginId: data.plugin_id, version: data.version }, causedBy(context));
  }

  /**
   * Brings the installations of this version in line with what its offer now says. It goes by the stored offer and
   * not by the fact, so that a forged or repeated one moves nothing, and a half-done earlier try is completed.
   */
  private async alignInstallations(
    { plugin_id, version }: ReleaseStatusChangedV1,
    context: FactContext,
  ): Promise<void> {
    const command = { version, at: now().toISOString() };
    const rows = await this.installations.ofVersion(plugin_id, version);
    await Promise.all(
      rows.map(({ stream_id }) =>
        this.store.run({
          name: 'AlignInstallation',
          streams: {
            installation: streamRef(installationStream, stream_id),
            offer: streamRef(offerStream, offerKey(plugin_id, version)),
          },
          decide: (states) => under('installation', alignInstallation(command, states)),
          meta: causedBy(context),
        }),
      ),
    );
  }
}
