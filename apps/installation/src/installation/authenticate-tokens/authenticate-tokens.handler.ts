import { respond } from '@kushk/broker';
import { installation, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstallationLeases } from '../../token-lease/installation-leases.js';
import { leaseDurationMs } from '../../token-lease/lease-duration.js';
import { InstallationResources } from '../installation-resources.js';
import { TokenReader } from './token-reader.js';

@Controller()
export class AuthenticateTokensHandler {
  constructor(
    private readonly reader: TokenReader,
    private readonly resources: InstallationResources,
    private readonly leases: InstallationLeases,
  ) {}

  @MessagePattern(installation.authenticateTokens.subject)
  async handle({
    tokens,
    lease_holder,
  }: RequestOf<typeof installation.authenticateTokens>): Promise<
    Outcome<ReplyOf<typeof installation.authenticateTokens>>
  > {
    // Before the tokens are read, so that every later change waits for this holder.
    const isLeased = await this.leases.mayGrant(lease_holder);
    const at = now();
    const found = await this.reader.find(tokens, at);
    return respond({
      results: found.map((one) => one && { ...this.resources.forGateway(one.row), call_open: one.isCallOpen }),
      ...(isLeased && {
        leases_ms: tokens.map((lookup, index) => leaseDurationMs(lookup, found[index]?.row ?? null, at)),
      }),
    });
  }
}
