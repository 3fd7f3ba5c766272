import { respond } from '@kushk/broker';
import { registryTokens, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { CONFIG, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { registryOf } from '../registry-of.js';

/** The registry of images, with the account of all publishers where it has only one. */
@Controller()
export class GetRegistryHandler {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @MessagePattern(registryTokens.getRegistry.subject)
  handle(
    _request: RequestOf<typeof registryTokens.getRegistry>,
  ): Promise<Outcome<ReplyOf<typeof registryTokens.getRegistry>>> {
    const registry = registryOf(this.config);
    return Promise.resolve(registry === null ? refuse('registry.not_found') : respond(registry));
  }
}
