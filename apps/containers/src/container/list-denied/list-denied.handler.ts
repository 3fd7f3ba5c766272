import { respond } from '@kushk/broker';
import { containers, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { DeniedByVersion } from '../denied-by-version.view.js';

/** What the containers of a version were denied on this instance. */
@Controller()
export class ListDeniedHandler {
  constructor(private readonly denied: DeniedByVersion) {}

  @MessagePattern(containers.listDenied.subject)
  async handle({
    plugin_id,
    version,
  }: RequestOf<typeof containers.listDenied>): Promise<Outcome<ReplyOf<typeof containers.listDenied>>> {
    return respond({ items: await this.denied.list(plugin_id, version) });
  }
}
