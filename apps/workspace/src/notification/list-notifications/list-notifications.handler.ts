import { pageHandler, respond } from '@kushk/broker';
import { workspaceNotifications, type NotificationKind, type NotificationResource } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { People } from '../../person/person.view.js';
import { ProposalAttention, type SummarisedProposal } from '../../proposal/attention.view.js';
import { Notices, type NoticeRow } from '../notice.view.js';
import { LISTED_MS, MAX_LISTED, notificationPage, WAITING_MS, type Listed } from '../notification-page.js';
import { preferenceOf } from '../notification-preferences.js';
import { notificationReaderStream } from '../notification-reader.js';

type Source =
  | { readonly kind: 'proposal_assigned'; readonly proposalId: string }
  | { readonly kind: 'proposals_waiting'; readonly count: number }
  | { readonly kind: 'notice'; readonly row: NoticeRow };
type Notification = Listed & Source;

/**
 * Nothing is stored for a person but until when the person has read: what a person may see is read from the proposals,
 * the role and the notices of the organisation at the moment of the request
 * (docs/adr/0048-notifications-computed-when-read.md).
 */
export const ListNotificationsHandler = pageHandler(
  workspaceNotifications.listNotifications,
  { store: EventStore, people: People, attention: ProposalAttention, notices: Notices },
  async (request, { store, people, attention, notices }, start) => {
    const { organisation_id: organisationId, person_id: personId, limit } = request;
    const time = now();
    const of = { organisationId, personId };
    const since = new Date(time.getTime() - LISTED_MS);
    const [person, reader, assigned, waiting] = await Promise.all([
      people.find(organisationId, personId),
      store.load(streamRef(notificationReaderStream, personId)),
      attention.assigned(of, { max: MAX_LISTED }),
      attention.waiting(of, { before: new Date(time.getTime() - WAITING_MS), max: MAX_LISTED }),
    ]);
    const given = person?.role === 'admin' ? await notices.of(organisationId, { since, max: MAX_LISTED }) : [];
    const all: readonly Notification[] = [
      ...assigned.map(({ id, at }) => ({ kind: 'proposal_assigned' as const, id: idFor(id), at, proposalId: id })),
      ...(waiting === null ? [] : [waitingFor(personId, waiting)]),
      ...given
        .filter((row) => row.details.by !== personId)
        .map((row) => ({ kind: 'notice' as const, id: row.notice_id, at: row.at, row })),
    ];
    const listed = all.filter((one) => preferenceOf(kindOf(one), reader.state.preferences).page);
    const page = notificationPage(listed, { now: time, readUntil: reader.state.readUntil, start, limit });
    const proposals = await attention.summaries(
      page.rows.flatMap((row) => (row.kind === 'proposal_assigned' ? [row.proposalId] : [])),
    );
    const items = page.rows.map((row) => toWire(row, proposals));
    return respond({ items, next_cursor: page.next_cursor, unread: page.unread });
  },
);

/** What is read from a proposal or for a person has no id of its own: it has the same UUID as that one. */
function idFor(id: string): string {
  return `ntf_${id.slice(id.indexOf('_') + 1)}`;
}

function waitingFor(personId: string, { count, newest }: { count: number; newest: Date }): Notification {
  const at = new Date(newest.getTime() + WAITING_MS);
  return { kind: 'proposals_waiting', id: idFor(personId), at, count };
}

function kindOf(one: Source): NotificationKind {
  return one.kind === 'notice' ? one.row.kind : one.kind;
}

function toWire(
  row: Notification & { readonly read: boolean },
  proposals: ReadonlyMap<string, SummarisedProposal>,
): NotificationResource {
  const common = { ...NO_FIELDS, id: row.id, at: row.at.toISOString(), read: row.read };
  switch (row.kind) {
    case 'proposal_assigned': {
      const { installation_id = null, plugin_id = null, summary = null } = proposals.get(row.proposalId) ?? {};
      return { ...common, kind: row.kind, proposal_id: row.proposalId, installation_id, plugin_id, summary };
    }
    case 'proposals_waiting':
      return { ...common, kind: row.kind, count: row.count };
    case 'notice': {
      const { kind, installation_id, plugin_id } = row.row;
      const { by: _by, ...details } = row.row.details;
      return { ...common, kind, installation_id, plugin_id, ...details };
    }
  }
}

const NO_FIELDS = {
  installation_id: null,
  plugin_id: null,
  proposal_id: null,
  summary: null,
  count: null,
  version: null,
  available: null,
  threshold: null,
  service: null,
} as const;
