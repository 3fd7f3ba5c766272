import { respond } from '@kushk/broker';
import { installation, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstallationLeases } from '../../token-lease/installation-leases.js';

type Reply = ReplyOf<typeof installation.endLeases>;

@Controller()
export class EndLeasesHandler {
  constructor(private readonly leases: InstallationLeases) {}

  @MessagePattern(installation.endLeases.subject)
  async handle({ lease_holder }: RequestOf<typeof installation.endLeases>): Promise<Outcome<Reply>> {
    await this.leases.leave(lease_holder);
    return respond({});
  }
}
