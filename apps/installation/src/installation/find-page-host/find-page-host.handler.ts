import { respond } from '@kushk/broker';
import { installation, LEASE_MS, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstallationLeases } from '../../token-lease/installation-leases.js';
import { Installations } from '../installation.view.js';

type Reply = ReplyOf<typeof installation.findPageHost>;

@Controller()
export class FindPageHostHandler {
  constructor(
    private readonly installations: Installations,
    private readonly leases: InstallationLeases,
  ) {}

  @MessagePattern(installation.findPageHost.subject)
  async handle({ label, lease_holder }: RequestOf<typeof installation.findPageHost>): Promise<Outcome<Reply>> {
    // Before the row is read, so that every later change waits for this holder.
    const isLeased = await this.leases.mayGrant(lease_holder);
    const row = await this.installations.findByPageLabel(label);
    if (row === null) return respond({ host: null });
    const { organisation_id, stream_id: installation_id, status } = row;
    return respond({ host: { organisation_id, installation_id, status }, ...(isLeased && { lease_ms: LEASE_MS }) });
  }
}
