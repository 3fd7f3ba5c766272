/** The audit of the platform's own records, of which the types have the same facts. */
import { audited, auditOf, notAudited, unaudited, type AnyAudit, type Audit, type Particulars } from '@kushk/audit';
import type { AuditAction, JsonObject } from '@kushk/contracts';
import { calendarEventType } from '../calendar-event/calendar-event.js';
import { caseType } from '../case/case.js';
import { documentType } from '../document/document.js';
import { memoryType } from '../memory/memory.js';
import type {
  ChangedBy,
  PlatformRecord,
  PlatformRecordFact,
  RecordCreated,
  RecordDeleted,
  RecordEdited,
  RecordType,
} from '../platform-record/platform-record.js';
import { sessionType } from '../session/session.js';

/** Names the fields that changed. Their values are in the record, for those who may see it. */
function describeEdit({ data }: { readonly data: RecordEdited<object> }): Particulars {
  const { changes, revision, by } = data;
  return changedBy(by, { fields: Object.keys(changes).toSorted(), revision });
}

function describeCreation({ data }: { readonly data: RecordCreated<object> }): Particulars {
  return changedBy(data.by, {});
}

function describeDeletion({ data }: { readonly data: RecordDeleted }): Particulars {
  return changedBy(data.by, {});
}

function changedBy({ proposalId, ruleId, undoneProposalId }: ChangedBy, details: JsonObject): Particulars {
  return {
    details: {
      ...details,
      ...(proposalId !== null && { proposal_id: proposalId }),
      ...(undoneProposalId !== undefined && { undone_proposal_id: undoneProposalId }),
    },
    ...(ruleId !== undefined && { actor: { kind: 'rule', id: ruleId, name: null } }),
  };
}

/** For types of which admins see every record. */
function recordAudit<Name extends string, Fields extends object>(
  type: RecordType<Name, Fields>,
  actions: Readonly<Record<'created' | 'edited' | 'deleted', AuditAction>>,
  title: (fields: Fields) => string,
): Pick<Audit<PlatformRecord<Fields>, PlatformRecordFact<Name, Fields>>, 'about' | 'facts'> {
  const { category } = type.stream;
  const facts = {
    [`${type.name}Created`]: audited(actions.created, describeCreation),
    [`${type.name}Edited`]: audited(actions.edited, describeEdit),
    [`${type.name}Deleted`]: audited(actions.deleted, describeDeletion),
  };
  return {
    about: (record, { data }) => {
      // The state of a deleted record is gone.
      const { recordId, organisationId, name } =
        record.status === 'absent'
          ? { ...(data as RecordDeleted), name: (data as RecordDeleted).title }
          : { ...record, name: title(record.fields) };
      return { subject: { type: category, id: recordId, name }, organisationId };
    },
    // TypeScript cannot compute the keys of a generic name.
    facts: facts as unknown as Audit<PlatformRecord<Fields>, PlatformRecordFact<Name, Fields>>['facts'],
  };
}

export const recordAudits: readonly AnyAudit[] = [
  auditOf(
    caseType.stream,
    recordAudit(
      caseType,
      { created: 'case.created', edited: 'case.edited', deleted: 'case.deleted' },
      ({ title }) => title,
    ),
  ),
  auditOf(
    documentType.stream,
    recordAudit(
      documentType,
      { created: 'document.created', edited: 'document.edited', deleted: 'document.deleted' },
      ({ title }) => title,
    ),
  ),
  auditOf(
    calendarEventType.stream,
    recordAudit(
      calendarEventType,
      { created: 'calendar_event.created', edited: 'calendar_event.edited', deleted: 'calendar_event.deleted' },
      ({ title }) => title,
    ),
  ),
  auditOf(sessionType.stream, {
    // Only its participants may see a session, so the audit of the admins has no title.
    about: (session) =>
      session.status === 'absent'
        ? null
        : {
            subject: { type: 'session', id: session.recordId, name: null },
            organisationId: session.organisationId,
          },
    facts: {
      SessionCreated: audited('session.created', describeCreation),
      SessionEdited: audited('session.edited', describeEdit),
      SessionDeleted: notAudited('no proposal creates a session, so no undo deletes one'),
      SessionMessageAdded: notAudited('the session has its messages with their authors and times'),
    },
  }),
  unaudited(memoryType.stream, {
    MemoryCreated: 'a memory belongs to one person, and admins learn nothing of it',
    MemoryEdited: 'a memory belongs to one person, and admins learn nothing of it',
    MemoryDeleted: 'no proposal creates a memory, so no undo deletes one',
  }),
];
