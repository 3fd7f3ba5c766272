import { respond } from '@kushk/broker';
import { catalogue, type JsonObject, type ReplyOf } from '@kushk/contracts';
import { publicJwk } from '@kushk/credentials';
import type { Outcome } from '@kushk/decider';
import { CONFIG, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

/**
 * Returns all keys with their validity periods. Keys that no longer sign are included, because their signatures must
 * stay verifiable.
 */
@Controller()
export class ListSigningKeysHandler {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @MessagePattern(catalogue.signingKeys.subject)
  handle(): Outcome<ReplyOf<typeof catalogue.signingKeys>> {
    return respond({ keys: this.config.signingKeys.map((key) => publicJwk(key) as JsonObject) });
  }
}
