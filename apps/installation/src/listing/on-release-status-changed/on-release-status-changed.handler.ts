import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { catalogueFacts, type ReleaseStatusChangedV1 } from '@kushk/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { InstallationUpdater } from '../../installation/installation-updater.js';
import { ReleaseEvaluator } from '../evaluate-release/release-evaluator.js';

const reaction = 'on-release-status-changed';

/** Updates the listing and the installations after the hub published, suspended, resumed or withdrew a release. */
@Controller()
export class OnReleaseStatusChangedHandler {
  constructor(
    private readonly evaluator: ReleaseEvaluator,
    private readonly installations: InstallationUpdater,
  ) {}

  /**
   * After the evaluation, every step reads the stored listing and not the fact. A forged or repeated fact therefore
   * changes nothing, and a redelivered fact completes an interrupted update.
   */
  @EventPattern<string>(catalogueFacts.releaseStatusChanged.subject, { reaction })
  async react(data: ReleaseStatusChangedV1, context: FactContext): Promise<void> {
    const meta = causedBy(context);
    const release = { pluginId: data.plugin_id, version: data.version };
    await this.evaluator.evaluate(data, 'hub', { idempotency: idempotencyFor(reaction, context), meta });
    await this.installations.syncSuspensions(release, meta);
    await this.installations.followNewestVersion(release.pluginId, meta);
    await this.evaluator.confirmApplied(release, meta);
  }
}
