import { queryHandler, respond } from '@kushk/broker';
import { workspace } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { People } from '../person.view.js';

export const GetPersonHandler = queryHandler(workspace.getPerson, { people: People }, async (request, { people }) => {
  const person = await people.find(request.organisation_id, request.person_id);
  return person === null ? refuse('person.not_found') : respond(person);
});
