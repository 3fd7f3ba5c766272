/** The people of publishers, who use the portal (docs/publishing.md). The operator adds and removes them. */
import { decisionRequires } from './caller-policy.js';
import { command, query, type Page, type PageRequest, type RequestIdempotency } from './messages.js';
import type { PublisherResource } from './catalogue.js';
import type { SignIn } from './person-sessions.js';

/** A person's membership of one publisher. A person may belong to several publishers. */
export interface MemberResource {
  /** Belongs to this person in this publisher for good: a member who is removed and added again has the same id. */
  readonly id: string;
  /** The `sub` claim of the access tokens of this person. */
  readonly subject: string;
  readonly name: string;
  readonly added_at: string;
}

/** A member as the other members of the publisher see it. */
export type ColleagueResource = Omit<MemberResource, 'subject'>;

export const catalogueMembers = {
  /** Rejects with `request.invalid`, `publisher.not_found` {id} or `member.exists` {id}. */
  addMember: command<
    { publisher_id: string; subject: string; name: string; by: string; idempotency?: RequestIdempotency },
    MemberResource
  >('catalogue', 'member.add', decisionRequires('operator')),
  /** Rejects with `member.not_found` {id}, also for a member of another publisher. */
  removeMember: command<{ publisher_id: string; id: string; by: string; idempotency?: RequestIdempotency }, null>(
    'catalogue',
    'member.remove',
    decisionRequires('operator'),
  ),
  /** Ordered by id. Rejects with `publisher.not_found` {id}. */
  listMembers: query<{ publisher_id: string } & PageRequest, Page<MemberResource>>('catalogue', 'member.list'),
  /**
   * Finds a person in one publisher. Rejects with `auth.token_invalid` for a session that has ended, and with
   * `publisher.not_found` {id} for a publisher that does not exist and for one that the person does not belong to.
   */
  authenticateMember: query<
    SignIn & { publisher_id: string },
    { publisher: PublisherResource; member: Pick<MemberResource, 'id' | 'subject' | 'name'> }
  >('catalogue', 'member.authenticate'),
  /** The publishers that a person belongs to, ordered by name, at most `MAX_PUBLISHERS_OF_PERSON`. */
  publishersOf: query<{ subject: string }, { publishers: readonly PublisherResource[] }>(
    'catalogue',
    'member.list-publishers',
  ),
};

export const MAX_PUBLISHERS_OF_PERSON = 200;
