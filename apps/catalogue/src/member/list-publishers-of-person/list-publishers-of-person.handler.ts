import { respond } from '@kushk/broker';
import { catalogueMembers, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { PublisherMembers } from '../members.view.js';

@Controller()
export class ListPublishersOfPersonHandler {
  constructor(private readonly members: PublisherMembers) {}

  @MessagePattern(catalogueMembers.publishersOf.subject)
  async handle({
    subject,
  }: RequestOf<typeof catalogueMembers.publishersOf>): Promise<Outcome<ReplyOf<typeof catalogueMembers.publishersOf>>> {
    return respond({ publishers: await this.members.publishersOf(subject) });
  }
}
