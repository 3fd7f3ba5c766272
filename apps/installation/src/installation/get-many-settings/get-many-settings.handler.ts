import { respond } from '@kushk/broker';
import { installation, LEASE_MS, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstallationLeases } from '../../token-lease/installation-leases.js';
import { SettingsReader } from '../settings-reader.js';

@Controller()
export class GetManySettingsHandler {
  constructor(
    private readonly settings: SettingsReader,
    private readonly leases: InstallationLeases,
  ) {}

  @MessagePattern(installation.getManySettings.subject)
  async handle({
    lookups,
    lease_holder,
  }: RequestOf<typeof installation.getManySettings>): Promise<Outcome<ReplyOf<typeof installation.getManySettings>>> {
    const isLeased = await this.leases.mayGrant(lease_holder);
    const results = await this.settings.many(lookups);
    return respond({
      results,
      ...(isLeased && { leases_ms: results.map((settings) => (settings === null ? 0 : LEASE_MS)) }),
    });
  }
}
