/** Example facts of a member of a publisher, shared by the specs. */
import { publisherStream, type PublisherFact } from '../src/publisher/publisher.js';
import { memberStream, type MemberFact } from '../src/member/member.js';

export const at = '2026-11-20T09:00:00.000Z';
export const added: MemberFact = {
  type: 'MemberAdded',
  data: { publisherId: 'acme', subject: 'dev|sara', name: 'سارا', by: 'olga', at },
};
export const removed: MemberFact = { type: 'MemberRemoved', data: { by: 'olga', at } };

const publisherAdded: PublisherFact = { type: 'PublisherAdded', data: { name: 'Acme', at } };
export const knownPublisher = [publisherStream, publisherAdded] as const;
export const absentPublisher = [publisherStream] as const;
export const memberWith = (...facts: readonly MemberFact[]) => [memberStream, ...facts] as const;
