import type { FactContext } from '@kushk/broker';
import { reviewFacts, type DataOf } from '@kushk/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { StatusSigner } from '../../signing/status-signer.handler.js';
import { deskReaction, FollowDesk } from '../follow-desk.handler.js';
import { Releases } from '../releases.view.js';
import { approveRelease, type ApproveRelease } from './approve-release.js';

@Controller()
export class OnReleaseApprovedHandler {
  constructor(
    private readonly desk: FollowDesk,
    private readonly releases: Releases,
    private readonly signer: StatusSigner,
  ) {}

  @EventPattern<string>(reviewFacts.releaseApproved.subject, { reaction: deskReaction })
  async react(data: DataOf<typeof reviewFacts.releaseApproved>, context: FactContext): Promise<void> {
    const { plugin_id: pluginId, version, revision: reviewRevision, by, at, tier, notes, approval, publish } = data;
    const manifest = await this.releases.manifestOf(pluginId, version);
    const command: ApproveRelease = {
      pluginId,
      version,
      reviewRevision,
      by,
      at,
      tier,
      notes,
      approval,
      publish,
      manifest,
      sign: this.signer.sign,
    };
    await this.desk.run(
      { name: 'ApproveRelease', pluginId, version, decide: (states) => approveRelease(command, states) },
      context,
    );
  }
}
