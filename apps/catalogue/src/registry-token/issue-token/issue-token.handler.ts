import { randomUUID } from 'node:crypto';
import { respond } from '@kushk/broker';
import { registryTokens, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { REGISTRY_TOKEN_SECONDS, RegistryTokenSigner } from '@kushk/credentials';
import { refuse, type Outcome } from '@kushk/decider';
import { CONFIG, now, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { grantedAccess } from '../registry-access.js';

/** Issues a token for the registry to an account that is authenticated. */
@Controller()
export class IssueTokenHandler {
  private readonly signer: RegistryTokenSigner | null;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    const { registryTokenKey: key } = config.containers;
    this.signer = key === null ? null : new RegistryTokenSigner(key);
  }

  @MessagePattern(registryTokens.issueToken.subject)
  async handle({
    account,
    scopes,
  }: RequestOf<typeof registryTokens.issueToken>): Promise<Outcome<ReplyOf<typeof registryTokens.issueToken>>> {
    if (this.signer === null || this.config.registryUrl === '') return refuse('registry.not_found');
    const at = now();
    const token = await this.signer.sign({
      subject: account.kind === 'operator' ? 'operator' : account.publisher_id,
      access: grantedAccess(account, scopes, this.config.registryUrl),
      id: randomUUID(),
      at,
    });
    return respond({ token, expires_in: REGISTRY_TOKEN_SECONDS, issued_at: at.toISOString() });
  }
}
