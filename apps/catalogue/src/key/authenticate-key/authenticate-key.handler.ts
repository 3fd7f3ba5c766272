import { respond } from '@kushk/broker';
import { catalogue, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Keys } from '../keys.view.js';
import { isUsable } from '../key-validity.js';
import { KeyUses } from '../key-uses.js';

@Controller()
export class AuthenticateKeyHandler {
  constructor(
    private readonly keys: Keys,
    private readonly uses: KeyUses,
  ) {}

  @MessagePattern(catalogue.authenticateKey.subject)
  async handle({
    key_hash,
  }: RequestOf<typeof catalogue.authenticateKey>): Promise<Outcome<ReplyOf<typeof catalogue.authenticateKey>>> {
    const found = await this.keys.byHash(key_hash);
    const at = now();
    if (found === null || !isUsable(found.key, { purpose: undefined, at })) return refuse('auth.publisher_key_invalid');
    this.uses.record(found.key.id, at);
    const { stream_id: id, name } = found.publisher;
    return respond({ publisher: { id, name }, key: found.key });
  }
}
