import { commandHandler } from '@kushk/broker';
import { catalogueMembers } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { publisherStream } from '../../publisher/publisher.js';
import { memberIdOf, memberStream } from '../member.js';
import { addMember } from './add-member.js';

export const AddMemberHandler = commandHandler(catalogueMembers.addMember, {
  name: 'AddMember',
  command: ({ publisher_id: publisherId, subject, name, by }) => ({
    publisherId,
    subject,
    name,
    by,
    at: now().toISOString(),
  }),
  streams: ({ publisher_id: publisherId, subject }) => ({
    publisher: streamRef(publisherStream, publisherId),
    member: streamRef(memberStream, memberIdOf(publisherId, subject)),
  }),
  decide: (command, states) => addMember(command, states),
});
