import { respond } from '@kushk/broker';
import { installation, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Installations } from '../installation.view.js';

@Controller()
export class ListForUsageHandler {
  constructor(private readonly installations: Installations) {}

  @MessagePattern(installation.listForUsage.subject)
  async handle({
    plugin_ids,
    created_before,
    after,
    limit,
  }: RequestOf<typeof installation.listForUsage>): Promise<Outcome<ReplyOf<typeof installation.listForUsage>>> {
    const createdBefore = new Date(created_before);
    const rows = await this.installations.findForUsage(plugin_ids, { createdBefore, after, limit });
    return respond({ items: rows.map((row) => ({ installation_id: row.stream_id, plugin_id: row.plugin_id })) });
  }
}
