/** A session: a conversation of people with the assistant, or a meeting, as a list of messages. */
import type { Fact, StreamType } from '@kushk/decider';
import { recordType, type PlatformRecord, type PlatformRecordFact } from '../platform-record/platform-record.js';
import { peopleOrNull, recordSchemas, timeField, titleField } from '../platform-record/record-fields.js';

export interface SessionFields {
  readonly title: string;
  readonly started_at: string;
  /** The only people who can see the session; null means the whole organisation. Admins get no more than others. */
  readonly participant_ids: readonly string[] | null;
}
export interface SessionMessage {
  readonly messageId: string;
  readonly sessionId: string;
  readonly organisationId: string;
  /** The person who wrote the message; null when it came from an accepted source. */
  readonly authorId: string | null;
  readonly text: string;
  readonly at: string;
}
export type SessionFact = PlatformRecordFact<'Session', SessionFields> | Fact<'SessionMessageAdded', SessionMessage>;
export type Session = PlatformRecord<SessionFields>;

const fields = recordType<'Session', SessionFields>({
  name: 'Session',
  category: 'session',
  defaults: { title: '', started_at: '', participant_ids: null },
  visibility: ({ participant_ids }) => ({ personIds: participant_ids, admins: false }),
});

/** Messages are not part of the state, because a session may have any number of them. */
const stream: StreamType<Session, SessionFact> = {
  ...fields.stream,
  factTypes: { ...fields.stream.factTypes, SessionMessageAdded: true },
  evolve: (session, fact) => (fact.type === 'SessionMessageAdded' ? session : fields.stream.evolve(session, fact)),
};
export const sessionType = { ...fields, stream };

export const sessionSchemas = recordSchemas(
  { title: titleField, started_at: timeField, participant_ids: peopleOrNull },
  ['title'],
);

export const MESSAGE_MAX_CODE_POINTS = 20_000;
