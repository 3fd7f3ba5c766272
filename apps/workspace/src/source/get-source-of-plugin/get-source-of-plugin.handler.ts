import { respond } from '@kushk/broker';
import { workspaceSources, type RequestOf, type SourceResource } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Sources, sourceRowToWire } from '../source.view.js';

@Controller()
export class GetSourceOfPluginHandler {
  constructor(private readonly sources: Sources) {}

  @MessagePattern(workspaceSources.getSourceOfPlugin.subject)
  async handle(request: RequestOf<typeof workspaceSources.getSourceOfPlugin>): Promise<Outcome<SourceResource>> {
    const row = await this.sources.findOfPlugin(request, request.source_id);
    return row === null ? refuse('source.not_found') : respond(sourceRowToWire(row));
  }
}
