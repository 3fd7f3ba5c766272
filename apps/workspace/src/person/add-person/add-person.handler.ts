import { commandHandler } from '@kushk/broker';
import { workspace } from '@kushk/contracts';
import { mapReply } from '@kushk/decider';
import { newId, now } from '@kushk/runtime';
import { personStreams } from '../person-streams.js';
import { addPerson } from './add-person.js';

export const AddPersonHandler = commandHandler(workspace.addPerson, {
  name: 'AddPerson',
  command: ({ organisation_id: organisationId, issuer, subject, name, role }) => {
    return { personId: newId('per'), organisationId, issuer, subject, name, role, at: now().toISOString() };
  },
  streams: (_request, command) => personStreams(command),
  decide: (command, states) =>
    mapReply(addPerson(command, states), ({ personId, name, role }) => ({ id: personId, name, role })),
});
