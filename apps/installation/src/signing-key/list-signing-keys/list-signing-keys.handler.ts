import { respond } from '@kushk/broker';
import { installation, type JsonObject } from '@kushk/contracts';
import { publicJwk } from '@kushk/credentials';
import type { Outcome } from '@kushk/decider';
import { CONFIG, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

/** Returns the public key of this instance, which verifies the signatures of its lifecycle calls. */
@Controller()
export class ListSigningKeysHandler {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @MessagePattern(installation.signingKeys.subject)
  handle(): Outcome<{ keys: readonly JsonObject[] }> {
    return respond({ keys: [publicJwk(this.config.signingKey) as JsonObject] });
  }
}
