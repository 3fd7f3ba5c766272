import { respond } from '@kushk/broker';
import { workspaceSources, type RequestOf, type SourceForPeople } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Sources, sourceRowForPeopleToWire } from '../source.view.js';

@Controller()
export class GetSourceHandler {
  constructor(private readonly sources: Sources) {}

  @MessagePattern(workspaceSources.getSource.subject)
  async handle(request: RequestOf<typeof workspaceSources.getSource>): Promise<Outcome<SourceForPeople>> {
    const { organisation_id, person_id, source_id } = request;
    const row = await this.sources.find(organisation_id, person_id, source_id);
    return row === null ? refuse('source.not_found') : respond(sourceRowForPeopleToWire(row));
  }
}
