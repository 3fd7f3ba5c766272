import { respond } from '@kushk/broker';
import { catalogue, type ReplyOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Instances } from '../instances.view.js';

/** Returns the public keys that the hub certifies: those of the registered instances. */
@Controller()
export class ListInstanceKeysHandler {
  constructor(private readonly instances: Instances) {}

  @MessagePattern(catalogue.instanceKeys.subject)
  async handle(): Promise<Outcome<ReplyOf<typeof catalogue.instanceKeys>>> {
    const keys = (await this.instances.all()).map(({ public_key }) => public_key);
    return respond({ keys: keys.filter((key) => key !== null) });
  }
}
