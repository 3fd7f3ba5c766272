/** What a person is notified of at a moment: from the proposals, the role and the notices of the organisation. */
import type { NotificationKind } from '@kushk/contracts';
import type { People } from '../person/person.view.js';
import type { ProposalAttention } from '../proposal/attention.view.js';
import type { NoticeRow, Notices } from './notice.view.js';
import { LISTED_MS, MAX_LISTED, WAITING_MS, type Listed } from '@kushk/person-session';

export type NotificationSource =
  | { readonly kind: 'proposal_assigned'; readonly proposalId: string }
  | { readonly kind: 'proposals_waiting'; readonly count: number }
  | { readonly kind: 'notice'; readonly row: NoticeRow };
export type PersonNotification = Listed & NotificationSource;

/** Nothing of it is stored for a person (docs/adr/0048-notifications-computed-when-read.md). */
export class PersonNotifications {
  constructor(
    private readonly people: People,
    private readonly attention: ProposalAttention,
    private readonly notices: Notices,
  ) {}

  /** All that the person may see at this moment, in no order; nothing for a person who has left. */
  async of(
    person: { readonly organisationId: string; readonly personId: string },
    at: Date,
  ): Promise<readonly PersonNotification[]> {
    const { organisationId, personId } = person;
    const found = await this.people.find(organisationId, personId);
    if (found === null) return [];
    const since = new Date(at.getTime() - LISTED_MS);
    const [assigned, waiting, given] = await Promise.all([
      this.attention.assigned(person, { max: MAX_LISTED }),
      this.attention.waiting(person, { before: new Date(at.getTime() - WAITING_MS), max: MAX_LISTED }),
      found.role === 'admin' ? this.notices.of(organisationId, { since, max: MAX_LISTED }) : [],
    ]);
    return [
      ...assigned.map(({ id, at: assignedAt }) => ({
        ...{ kind: 'proposal_assigned' as const, id: idFor(id), at: assignedAt, proposalId: id },
      })),
      ...(waiting === null ? [] : [waitingFor(personId, waiting)]),
      ...given
        .filter((row) => row.details.by !== personId)
        .map((row) => ({ kind: 'notice' as const, id: row.notice_id, at: row.at, row })),
    ];
  }
}

export function kindOf(notification: NotificationSource): NotificationKind {
  return notification.kind === 'notice' ? notification.row.kind : notification.kind;
}

/** What is read from a proposal or for a person has no id of its own: it has the same UUID as that one. */
function idFor(id: string): string {
  return `ntf_${id.slice(id.indexOf('_') + 1)}`;
}

function waitingFor(personId: string, { count, newest }: { count: number; newest: Date }): PersonNotification {
  const at = new Date(newest.getTime() + WAITING_MS);
  return { kind: 'proposals_waiting', id: idFor(personId), at, count };
}
