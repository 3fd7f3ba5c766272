import { queryHandler, respond } from '@kushk/broker';
import { keyAfterCursor, pageOf, workspace } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { People, personRowToWire } from '../person.view.js';

export const ListPeopleHandler = queryHandler(workspace.listPeople, { people: People }, async (request, { people }) => {
  const { organisation_id, query = null, limit, max_bytes: maxBytes } = request;
  const start = keyAfterCursor(request.cursor);
  if (start === undefined) return refuse('cursor.invalid');
  const read = await people.list(organisation_id, query, { start, limit, maxBytes });
  return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: personRowToWire }));
});
