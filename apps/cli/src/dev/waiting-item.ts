/** What waits for a person of the organisation: a proposal or a source of the plugin. */
import type { ListedProposal, SourceForPeople } from '@kushk/contracts';
import { phrase, type Phrase } from '../phrase.js';
import type { InstanceClient } from './instance-client.js';

export interface WaitingItem {
  readonly kind: 'proposal' | 'source';
  readonly id: string;
  /** The record type of a proposal, the kind of a source. */
  readonly of: string;
  readonly title: string;
  readonly created_at: string;
}

export const proposalItem = ({ id, record_type, summary, created_at }: ListedProposal): WaitingItem => ({
  kind: 'proposal',
  id,
  of: record_type,
  title: summary,
  created_at,
});

export const sourceItem = ({ id, kind, title, created_at }: SourceForPeople): WaitingItem => ({
  kind: 'source',
  id,
  of: kind,
  title,
  created_at,
});

/** Applies a proposal or accepts a source, as a person does with a click. Returns what became of it. */
export async function acceptItem(client: InstanceClient, { kind, id, of }: WaitingItem): Promise<Phrase> {
  switch (kind) {
    case 'proposal':
      await client.applyProposal(id);
      return phrase`the proposal is applied`;
    case 'source':
      if (of === 'message') {
        const session = await client.sessionForMessages();
        await client.acceptSource(id, { session_id: session.id });
        return phrase`the message is accepted into the session "${session.title}"`;
      }
      await client.acceptSource(id, { member_ids: null });
      return phrase`the document is accepted, and the whole organisation sees it`;
  }
}

/** Rejects a proposal or dismisses a source. */
export async function rejectItem(
  client: InstanceClient,
  { kind, id }: WaitingItem,
  reason: string | null = null,
): Promise<Phrase> {
  switch (kind) {
    case 'proposal':
      await client.rejectProposal(id, reason);
      return phrase`the proposal is rejected`;
    case 'source':
      await client.dismissSource(id, reason);
      return phrase`the source is dismissed`;
  }
}
