import { timingSafeEqual } from 'node:crypto';
import { respond } from '@kushk/broker';
import { registryTokens, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { hashCredential } from '@kushk/credentials';
import { refuse, type Outcome } from '@kushk/decider';
import { CONFIG, now, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { KeyUses } from '../../key/key-uses.js';
import { isUsable } from '../../key/key-validity.js';
import { Keys } from '../../key/keys.view.js';

/** Authenticates who asks for a token of the registry: a publisher by its id and a key, or the operator's account. */
@Controller()
export class AuthenticateAccountHandler {
  constructor(
    private readonly keys: Keys,
    private readonly uses: KeyUses,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @MessagePattern(registryTokens.authenticateAccount.subject)
  async handle({
    user,
    secret_hash: hash,
  }: RequestOf<typeof registryTokens.authenticateAccount>): Promise<
    Outcome<ReplyOf<typeof registryTokens.authenticateAccount>>
  > {
    if (this.config.containers.registryTokenKey === null) return refuse('registry.not_found');
    if (this.isOperator(user, hash)) return respond({ account: { kind: 'operator' } });
    const found = await this.keys.byHash(hash);
    const at = now();
    if (found?.publisher.stream_id !== user || !isUsable(found.key, { purpose: 'registry', at }))
      return refuse('auth.registry_account_invalid');
    this.uses.record(found.key.id, at);
    return respond({ account: { kind: 'publisher', publisher_id: user, key_id: found.key.id } });
  }

  private isOperator(user: string, hash: string): boolean {
    const { pepper, containers } = this.config;
    const { registryUser, registryPassword } = containers;
    if (registryUser === '' || registryPassword === '' || user !== registryUser) return false;
    const expected = Buffer.from(hashCredential(pepper, registryPassword));
    const given = Buffer.from(hash);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
