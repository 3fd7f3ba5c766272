import { commandHandler } from '@kushk/broker';
import { catalogueMembers } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { SessionEnder } from '@kushk/person-session';
import { now } from '@kushk/runtime';
import { memberStream } from '../member.js';
import { removeMember } from './remove-member.js';

export const RemoveMemberHandler = commandHandler(
  catalogueMembers.removeMember,
  { store: EventStore, sessions: SessionEnder },
  async ({ publisher_id: publisherId, id, by }, { store, sessions }, { run, meta }) => {
    const outcome = await run({
      name: 'RemoveMember',
      stream: streamRef(memberStream, id),
      command: { publisherId, id, by, at: now().toISOString() },
      decide: (command, member) => removeMember(command, member),
    });
    const { state } = await store.load(streamRef(memberStream, id));
    if (outcome.accepted && state.status !== 'absent')
      await sessions.endIfWithoutRole({ subject: state.subject }, meta);
    return outcome;
  },
);
