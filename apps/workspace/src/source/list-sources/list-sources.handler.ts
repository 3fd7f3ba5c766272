import { pageHandler, respond } from '@kushk/broker';
import { pageOf, workspaceSources } from '@kushk/contracts';
import { Sources, sourceRowForPeopleToWire } from '../source.view.js';

export const ListSourcesHandler = pageHandler(
  workspaceSources.listSources,
  { sources: Sources },
  async (request, { sources }, start) => {
    const { organisation_id, person_id, status, limit } = request;
    const { plugin_id: pluginId = null, q = null, until = null, sort = null } = request;
    const page = { status, pluginId, search: { q, until, sort }, start, limit };
    const read = await sources.ofOrganisation(organisation_id, person_id, page);
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: sourceRowForPeopleToWire }));
  },
);
