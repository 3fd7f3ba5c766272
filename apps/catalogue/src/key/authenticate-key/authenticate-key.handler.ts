import { answer, no } from '@kushk/broker';
import { catalogue, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Keys } from '../keys.view.js';
import { KeyUses } from './key-uses.handler.js';

@Controller()
export class AuthenticateKeyHandler {
  constructor(
    private readonly keys: Keys,
    private readonly uses: KeyUses,
  ) {}

  @MessagePattern(catalogue.authenticateKey.subject)
  async answer({
    key_hash,
  }: RequestOf<typeof catalogue.authenticateKey>): Promise<Outcome<ReplyOf<typeof catalogue.authenticateKey>>> {
    const found = await this.keys.byHash(key_hash);
    const at = now();
    if (found === null || found.key.revoked_at !== null || hasEnded(found.key.expires_at, at))
      return no('auth.publisher_key_invalid');
    this.uses.note(found.key.id, at);
    const { stream_id: id, name } = found.publisher;
    return answer({ publisher: { id, name }, key: found.key });
  }
}

function hasEnded(expiresAt: string | null, at: Date): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= at.getTime();
}
