import { respond } from '@kushk/broker';
import { catalogue, type ReplyOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Instances } from '../instances.view.js';

@Controller()
export class ListInstancesHandler {
  constructor(private readonly instances: Instances) {}

  @MessagePattern(catalogue.listInstances.subject)
  async handle(): Promise<Outcome<ReplyOf<typeof catalogue.listInstances>>> {
    return respond({ items: await this.instances.all() });
  }
}
