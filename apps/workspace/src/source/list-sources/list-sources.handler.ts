import { queryHandler, respond } from '@kushk/broker';
import { keyAfterCursor, pageOf, workspaceSources } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Sources, sourceRowForPeopleToWire } from '../source.view.js';

export const ListSourcesHandler = queryHandler(
  workspaceSources.listSources,
  { sources: Sources },
  async (request, { sources }) => {
    const { organisation_id, person_id, status, limit } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const read = await sources.ofOrganisation(organisation_id, person_id, { status, start, limit });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: sourceRowForPeopleToWire }));
  },
);
