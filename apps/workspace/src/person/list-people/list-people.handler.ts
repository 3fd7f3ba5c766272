import { pageHandler, respond } from '@kushk/broker';
import { pageOf, workspace } from '@kushk/contracts';
import { People, personRowToWire } from '../person.view.js';

export const ListPeopleHandler = pageHandler(
  workspace.listPeople,
  { people: People },
  async (request, { people }, start) => {
    const { organisation_id, query: text = null, ids = null, limit, max_bytes: maxBytes } = request;
    const read = await people.list(organisation_id, { text, ids }, { start, limit, maxBytes });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: personRowToWire }));
  },
);
