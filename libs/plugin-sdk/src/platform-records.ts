/**
 * The platform's own records, as `client.read` returns them. Field names and values are those of the platform's API.
 * Where a list of people is null, the whole organisation sees the record.
 */

interface Revised {
  readonly id: string;
  /** Starts at 1 and increases with every change. Pass it as `base_revision` of a proposal. */
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}
export interface Case extends Revised {
  readonly title: string;
  readonly status: 'open' | 'closed';
  readonly description: string | null;
  /** In the organisation's currency. A decimal string, or a number if it was written as one. */
  readonly amount: string | number | null;
  /** `YYYY-MM-DD`. */
  readonly due_on: string | null;
  /** The id of the person in charge. */
  readonly assignee_id: string | null;
  readonly member_ids: readonly string[] | null;
}
export interface PersonWithRole {
  readonly id: string;
  readonly name: string;
  readonly role: 'admin' | 'member';
}
/** A session without its messages. */
export interface SessionSummary extends Revised {
  readonly title: string;
  readonly started_at: string;
  readonly participant_ids: readonly string[] | null;
}
export interface SessionMessage {
  readonly id: string;
  readonly at: string;
  /** Null for a message that came from a source. */
  readonly author_id: string | null;
  readonly text: string;
}
export interface Session extends SessionSummary {
  /** In the order in which they were written. */
  readonly messages: readonly SessionMessage[];
  /** The cursor for the messages before these; null when there are none. */
  readonly next_cursor: string | null;
}
/** A document without its text, as a search finds it. */
export interface DocumentSummary extends Revised {
  readonly title: string;
  readonly content_type: string;
  readonly case_id: string | null;
  /** The words around the first one that was found, with `…` where text was left off. */
  readonly excerpt: string;
}
export interface Document extends Revised {
  readonly title: string;
  readonly content_type: string;
  readonly text: string;
  readonly case_id: string | null;
  readonly member_ids: readonly string[] | null;
}
export interface CalendarEvent extends Revised {
  readonly title: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly attendee_ids: readonly string[] | null;
  readonly case_id: string | null;
}
/** Something that the assistant remembers about one person. */
export interface Memory extends Revised {
  readonly person_id: string;
  readonly text: string;
}
