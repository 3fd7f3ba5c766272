import { answer } from '@kushk/broker';
import { catalogue, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Plugins } from '../../plugin/plugins.view.js';

@Controller()
export class ListPluginsHandler {
  constructor(private readonly plugins: Plugins) {}

  @MessagePattern(catalogue.listPlugins.subject)
  async answer({ publisher_id }: RequestOf<typeof catalogue.listPlugins>): Promise<Outcome<ReplyOf<typeof catalogue.listPlugins>>> {
    return answer({ plugins: await this.plugins.ofPublisher(publisher_id) });
  }
}
