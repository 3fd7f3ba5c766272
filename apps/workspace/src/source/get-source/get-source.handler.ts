import { queryHandler, respond } from '@kushk/broker';
import { workspaceSources } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Sources, sourceRowForPeopleToWire } from '../source.view.js';

export const GetSourceHandler = queryHandler(
  workspaceSources.getSource,
  { sources: Sources },
  async (request, { sources }) => {
    const { organisation_id, person_id, source_id } = request;
    const row = await sources.find(organisation_id, person_id, source_id);
    return row === null ? refuse('source.not_found') : respond(sourceRowForPeopleToWire(row));
  },
);
