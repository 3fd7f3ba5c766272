/** A document of an organisation: text that people write, or that was extracted from an accepted source. */
import { recordType, type PlatformRecord, type PlatformRecordFact } from '../platform-record/platform-record.js';
import { idOrNull, peopleOrNull, recordSchemas, titleField } from '../platform-record/record-fields.js';

/** A type and no interface: TypeScript then knows that it is a JSON object. */
export type DocumentFields = {
  readonly title: string;
  /** The media type of the text, or of the source that the text was extracted from. */
  readonly content_type: string;
  readonly text: string;
  /** The case that the document belongs to. It does not change who can see the document. */
  readonly case_id: string | null;
  /** The people who can see the document; null means the whole organisation. */
  readonly member_ids: readonly string[] | null;
};
export type DocumentFact = PlatformRecordFact<'Document', DocumentFields>;
export type Document = PlatformRecord<DocumentFields>;

export const documentType = recordType<'Document', DocumentFields>({
  name: 'Document',
  category: 'document',
  defaults: { title: '', content_type: 'text/plain', text: '', case_id: null, member_ids: null },
  visibility: ({ member_ids }) => ({ personIds: member_ids, admins: true }),
});

/** The longest text, so that a page of a list and a fact stay far below the limit of a message. */
const TEXT_MAX_CHARACTERS = 200_000;

export const documentSchemas = recordSchemas(
  {
    title: titleField,
    content_type: { type: 'string', pattern: '^[a-z0-9][a-z0-9.+-]{0,60}/[a-z0-9][a-z0-9.+-]{0,80}$' },
    text: { type: 'string', maxLength: TEXT_MAX_CHARACTERS },
    case_id: idOrNull,
    member_ids: peopleOrNull,
  },
  ['title'],
);
