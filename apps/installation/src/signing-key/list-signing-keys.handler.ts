import { answer } from '@kushk/broker';
import { installation, type JsonObject } from '@kushk/contracts';
import { publicJwk } from '@kushk/credentials';
import type { Outcome } from '@kushk/decider';
import { CONFIG, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

/** The public key by which this instance signs its lifecycle calls (contract §7). */
@Controller()
export class ListSigningKeysHandler {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @MessagePattern(installation.signingKeys.subject)
  answer(): Outcome<{ keys: readonly JsonObject[] }> {
    return answer({ keys: [publicJwk(this.config.signingKey) as JsonObject] });
  }
}
