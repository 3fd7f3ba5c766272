import { pageHandler, respond } from '@kushk/broker';
import { pageOf, workspaceSources } from '@kushk/contracts';
import { Sources, sourceRowForPeopleToWire } from '../source.view.js';

export const ListSourcesHandler = pageHandler(
  workspaceSources.listSources,
  { sources: Sources },
  async (request, { sources }, start) => {
    const { organisation_id, person_id, status, limit } = request;
    const read = await sources.ofOrganisation(organisation_id, person_id, { status, start, limit });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: sourceRowForPeopleToWire }));
  },
);
