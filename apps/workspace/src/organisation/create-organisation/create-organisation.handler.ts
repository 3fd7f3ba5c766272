import { commandHandler } from '@kushk/broker';
import { workspace } from '@kushk/contracts';
import { mapReply } from '@kushk/decider';
import { newId, now } from '@kushk/runtime';
import { personStreams } from '../../person/person-streams.js';
import { createOrganisation, type CreateOrganisation } from './create-organisation.js';

export const CreateOrganisationHandler = commandHandler(workspace.createOrganisation, {
  name: 'CreateOrganisation',
  command: ({ name, locale, admin }): CreateOrganisation => {
    const organisationId = newId('org');
    const at = now().toISOString();
    return {
      organisationId,
      name,
      locale,
      at,
      admin: { ...admin, personId: newId('per'), organisationId, role: 'admin', at },
    };
  },
  streams: (_request, { admin }) => personStreams(admin),
  decide: (command, states) =>
    mapReply(createOrganisation(command, states), (person) => ({
      organisation: { id: command.organisationId, name: command.name, locale: command.locale, created_at: command.at },
      admin: { id: person.personId, name: person.name, role: person.role },
    })),
});
