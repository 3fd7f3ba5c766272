import type { SourceText } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { documentType, type Document, type DocumentFact, type DocumentFields } from '../../document/document.js';
import { createRecord } from '../../platform-record/platform-record.js';
import { addMessage } from '../../session/add-message/add-message.js';
import type { Session, SessionFact } from '../../session/session.js';
import { canReview, type Reviewing } from '../review-access.js';
import { acceptedSource, type Acceptance, type AcceptedSource, type PendingSource } from '../source.js';
import type { Source, SourceFact } from '../source.js';
import type { SourceQuotaFact } from '../source-quota.js';

/** The text of the source's content, already within the limit of the record. */
interface WithText extends Reviewing {
  readonly text: string;
  readonly textStatus: SourceText;
}
export interface AcceptAsDocument extends WithText {
  readonly documentId: string;
  readonly caseId: string | null;
  readonly memberIds: readonly string[] | null;
}
export interface AcceptAsMessage extends WithText {
  readonly messageId: string;
  readonly sessionId: string;
}
interface SourceFacts {
  readonly source: readonly SourceFact[];
  readonly quota: readonly SourceQuotaFact[];
}

/** Accepts a source as a document. The review and the document are committed together. */
export function acceptAsDocument(
  command: AcceptAsDocument,
  { source, document }: { readonly source: Source; readonly document: Document },
): Decision<SourceFacts & { readonly document: readonly DocumentFact[] }, AcceptedSource> {
  const pending = pendingFor(command, source);
  if (!pending.accepted) return pending;
  const { documentId: recordId, organisationId, caseId, memberIds, text, person, at } = command;
  const { title, contentType } = pending.reply;
  const fields: DocumentFields = {
    title,
    content_type: contentType,
    text,
    case_id: caseId,
    member_ids: memberIds,
  };
  const by = { personId: person.id, proposalId: null };
  const created = createRecord(documentType, { recordId, organisationId, fields, by, at }, document);
  if (!created.accepted) return created;
  const { facts, reply } = acceptance(command, pending.reply, { recordId, sessionId: null, text: command.textStatus });
  return accept({ ...facts, document: created.facts }, reply);
}

/** Accepts a source as a message in a session that the person can see. Both are committed together. */
export function acceptAsMessage(
  command: AcceptAsMessage,
  { source, session }: { readonly source: Source; readonly session: Session },
): Decision<SourceFacts & { readonly session: readonly SessionFact[] }, AcceptedSource> {
  const pending = pendingFor(command, source);
  if (!pending.accepted) return pending;
  const { messageId, sessionId, organisationId, person, text } = command;
  const { title, occurredAt } = pending.reply;
  const message = {
    messageId,
    sessionId,
    organisationId,
    authorId: null,
    text: text.trim() === '' ? title : text,
    at: occurredAt,
  };
  const added = addMessage({ message, viewer: person }, session);
  if (!added.accepted) return added;
  const { facts, reply } = acceptance(command, pending.reply, {
    recordId: messageId,
    sessionId,
    text: command.textStatus,
  });
  return accept({ ...facts, session: added.facts }, reply);
}

/** Returns the source when the person can review it and nobody has reviewed it yet. */
export function pendingFor(reviewing: Reviewing, source: Source): Decision<null, PendingSource> {
  if (source.status === 'absent' || !canReview(reviewing, source)) return refuse('source.not_found');
  switch (source.status) {
    case 'pending':
      return accept(null, source);
    case 'accepted':
    case 'dismissed':
      return refuse('source.reviewed', { status: source.status });
    default:
      return unreachable(source);
  }
}

function acceptance({ person, at }: Reviewing, source: PendingSource, result: Acceptance) {
  const { installationId, organisationId, externalId, kind } = source;
  const data = { installationId, organisationId, externalId, kind, by: person.id, at, ...result };
  const facts: SourceFacts = {
    source: [{ type: 'SourceAccepted', data }],
    quota: [{ type: 'SourceReviewCounted', data: { freedBytes: 0 } }],
  };
  return { facts, reply: acceptedSource(source, data) };
}
