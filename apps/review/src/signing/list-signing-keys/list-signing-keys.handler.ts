import { answer } from '@kushk/broker';
import { review, type JsonObject, type ReplyOf } from '@kushk/contracts';
import { publicJwk } from '@kushk/credentials';
import type { Outcome } from '@kushk/decider';
import { CONFIG, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

/** All keys with their validity, those that sign no more too: what they have signed must stay verifiable. */
@Controller()
export class ListSigningKeysHandler {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @MessagePattern(review.signingKeys.subject)
  answer(): Outcome<ReplyOf<typeof review.signingKeys>> {
    return answer({ keys: this.config.signingKeys.map((key) => publicJwk(key) as JsonObject) });
  }
}
