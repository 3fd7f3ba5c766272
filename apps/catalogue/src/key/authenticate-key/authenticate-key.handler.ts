import { respond } from '@kushk/broker';
import { catalogue, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { log, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Keys } from '../keys.view.js';
import { KeyUseThrottle } from './key-use-throttle.js';

@Controller()
export class AuthenticateKeyHandler {
  private readonly throttle = new KeyUseThrottle();

  constructor(private readonly keys: Keys) {}

  @MessagePattern(catalogue.authenticateKey.subject)
  async handle({
    key_hash,
  }: RequestOf<typeof catalogue.authenticateKey>): Promise<Outcome<ReplyOf<typeof catalogue.authenticateKey>>> {
    const found = await this.keys.byHash(key_hash);
    const at = now();
    if (found === null || found.key.revoked_at !== null || isExpired(found.key.expires_at, at))
      return refuse('auth.publisher_key_invalid');
    this.recordUse(found.key.id, at);
    const { stream_id: id, name } = found.publisher;
    return respond({ publisher: { id, name }, key: found.key });
  }

  /**
   * Runs in the background and does not delay the reply. No decision depends on the time of last use, so a failed
   * write only makes the displayed time less accurate.
   */
  private recordUse(keyId: string, at: Date): void {
    const minute = this.throttle.take(keyId, at);
    if (minute === null) return;
    this.keys.recordUse(keyId, minute).catch((err: unknown) => {
      this.throttle.release(keyId);
      log.warn({ err, key_id: keyId }, 'recording key use failed');
    });
  }
}

function isExpired(expiresAt: string | null, at: Date): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= at.getTime();
}
