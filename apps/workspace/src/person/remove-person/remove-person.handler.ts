import { commandHandler } from '@kushk/broker';
import { workspace } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { SessionEnder } from '@kushk/person-session';
import { now } from '@kushk/runtime';
import { ruleSetStream } from '../../rule/rule-set.js';
import { personStreams } from '../person-streams.js';
import { personStream } from '../person.js';
import { removePerson } from './remove-person.js';

export const RemovePersonHandler = commandHandler(
  workspace.removePerson,
  { store: EventStore, sessions: SessionEnder },
  async (request, { store, sessions }, { run, meta }) => {
    const { organisation_id: organisationId, person_id: personId, by } = request;
    // The command needs the sign-in identity of the person to name its streams. The identity never changes, so it can
    // be read before the command runs.
    const { state } = await store.load(streamRef(personStream, personId));
    const { issuer, subject } = state.status === 'absent' ? { issuer: '', subject: '' } : state;
    const outcome = await run({
      name: 'RemovePerson',
      streams: {
        ...personStreams({ organisationId, personId, issuer, subject }),
        ruleSet: streamRef(ruleSetStream, organisationId),
      },
      command: { organisationId, by, at: now().toISOString() },
      decide: (command, states) => removePerson(command, states),
    });
    if (outcome.accepted) await sessions.endIfWithoutRole({ issuer, subject }, meta);
    return outcome;
  },
);
