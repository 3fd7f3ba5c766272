import { pageHandler, respond } from '@kushk/broker';
import { workspaceNotifications, type NotificationResource } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { ProposalAttention, type SummarisedProposal } from '../../proposal/attention.view.js';
import { notificationPage, preferenceOf } from '@kushk/person-session';
import { notificationReaderStream } from '../notification-reader.js';
import { kindOf, PersonNotifications, type PersonNotification } from '../person-notifications.js';

export const ListNotificationsHandler = pageHandler(
  workspaceNotifications.listNotifications,
  { store: EventStore, attention: ProposalAttention, notifications: PersonNotifications },
  async (request, { store, attention, notifications }, start) => {
    const { organisation_id: organisationId, person_id: personId, limit } = request;
    const time = now();
    const [all, { state: reader }] = await Promise.all([
      notifications.of({ organisationId, personId }, time),
      store.load(streamRef(notificationReaderStream, personId)),
    ]);
    const listed = all.filter((one) => preferenceOf(kindOf(one), reader.preferences).page);
    const page = notificationPage(listed, { now: time, readUntil: reader.readUntil, start, limit });
    const proposals = await attention.summaries(
      page.rows.flatMap((row) => (row.kind === 'proposal_assigned' ? [row.proposalId] : [])),
    );
    const items = page.rows.map((row) => toWire(row, proposals));
    return respond({ items, next_cursor: page.next_cursor, unread: page.unread });
  },
);

function toWire(
  row: PersonNotification & { readonly read: boolean },
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
