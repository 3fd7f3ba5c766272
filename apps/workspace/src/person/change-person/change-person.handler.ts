import { commandHandler } from '@kushk/broker';
import { workspace } from '@kushk/contracts';
import { mapReply, streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { organisationStream } from '../../organisation/organisation.js';
import { ruleSetStream } from '../../rule/rule-set.js';
import { personStream } from '../person.js';
import { changePerson } from './change-person.js';

export const ChangePersonHandler = commandHandler(workspace.changePerson, {
  name: 'ChangePerson',
  command: ({ organisation_id: organisationId, name, role, by }) => {
    return { organisationId, name, role, by, at: now().toISOString() };
  },
  streams: ({ organisation_id, person_id }) => ({
    organisation: streamRef(organisationStream, organisation_id),
    person: streamRef(personStream, person_id),
    ruleSet: streamRef(ruleSetStream, organisation_id),
  }),
  decide: (command, states) =>
    mapReply(changePerson(command, states), ({ personId, name, role }) => ({ id: personId, name, role })),
});
