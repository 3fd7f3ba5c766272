import { respond } from '@kushk/broker';
import { catalogue, type ReplyOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Publishers } from '../publishers.view.js';

@Controller()
export class ListPublishersHandler {
  constructor(private readonly publishers: Publishers) {}

  @MessagePattern(catalogue.listPublishers.subject)
  async handle(): Promise<Outcome<ReplyOf<typeof catalogue.listPublishers>>> {
    return respond({ items: await this.publishers.all() });
  }
}
