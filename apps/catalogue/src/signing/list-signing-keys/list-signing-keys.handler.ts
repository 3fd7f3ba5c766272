import { answer } from '@kushk/broker';
import { catalogue, type JsonObject, type ReplyOf } from '@kushk/contracts';
import { publicJwk } from '@kushk/credentials';
import type { Outcome } from '@kushk/decider';
import { CONFIG, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

/** All keys with their validity, those that sign no more too: what they have signed must stay verifiable. */
@Controller()
export class ListSigningKeysHandler {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @MessagePattern(catalogue.signingKeys.subject)
  answer(): Outcome<ReplyOf<typeof catalogue.signingKeys>> {
    return answer({ keys: this.config.signingKeys.map((key) => publicJwk(key) as JsonObject) });
  }
}
