import { respond } from '@kushk/broker';
import { containers, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { addressOf, Containers } from '../container.view.js';

@Controller()
export class FindAddressHandler {
  constructor(private readonly rows: Containers) {}

  @MessagePattern(containers.findAddress.subject)
  async handle({
    installation_id,
  }: RequestOf<typeof containers.findAddress>): Promise<Outcome<ReplyOf<typeof containers.findAddress>>> {
    const row = await this.rows.find(installation_id);
    return respond({ address: row === null ? null : addressOf(row) });
  }
}
