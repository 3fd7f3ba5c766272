import { respond } from '@kushk/broker';
import {
  keyAfterCursor,
  pageOf,
  workspaceSources,
  type Page,
  type RequestOf,
  type SourceResource,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Sources, sourceRowToWire } from '../source.view.js';

/** Lists the sources of an installation for its plugin. */
@Controller()
export class ListSourcesOfPluginHandler {
  constructor(private readonly sources: Sources) {}

  @MessagePattern(workspaceSources.listSourcesOfPlugin.subject)
  async handle(
    request: RequestOf<typeof workspaceSources.listSourcesOfPlugin>,
  ): Promise<Outcome<Page<SourceResource>>> {
    const { status, limit } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const read = await this.sources.ofPlugin(request, { status, start, limit });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: sourceRowToWire }));
  }
}
