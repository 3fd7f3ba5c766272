import { answer } from '@kushk/broker';
import { catalogue, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Plugins } from '../../plugin/plugins.view.js';
import { Releases } from '../releases.view.js';
import { pluginResource } from './plugin-resource.js';

@Controller()
export class ListPluginsHandler {
  constructor(
    private readonly plugins: Plugins,
    private readonly releases: Releases,
  ) {}

  @MessagePattern(catalogue.listPlugins.subject)
  async answer({ publisher_id }: RequestOf<typeof catalogue.listPlugins>): Promise<Outcome<ReplyOf<typeof catalogue.listPlugins>>> {
    // A plugin has its first release from the commit that claims it, so releases are read last.
    const plugins = await this.plugins.ofPublisher(publisher_id);
    const releases = Map.groupBy(await this.releases.ofPublisher(publisher_id), ({ submission }) => submission.plugin_id);
    return answer({ plugins: plugins.map((plugin) => pluginResource(plugin, releases.get(plugin.stream_id) ?? [])) });
  }

  @MessagePattern(catalogue.listPluginIds.subject)
  async ids({ publisher_id }: RequestOf<typeof catalogue.listPluginIds>): Promise<Outcome<ReplyOf<typeof catalogue.listPluginIds>>> {
    const plugins = await this.plugins.ofPublisher(publisher_id);
    return answer({ ids: plugins.map((plugin) => plugin.stream_id) });
  }
}
