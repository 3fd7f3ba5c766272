import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { workspaceSources, type RequestOf, type SourceForPeople } from '@kushk/contracts';
import { mapReply, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore, type IdempotencyKey } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { documentType } from '../../document/document.js';
import { sessionType } from '../../session/session.js';
import { Reviews, type Review } from '../reviews.js';
import { SourceTexts } from '../source-texts.client.js';
import { sourceStream } from '../source.js';
import { sourceQuotaStream } from '../source-quota.js';
import { sourceForPeopleToWire, type SourceRow } from '../source.view.js';
import { acceptAsDocument, acceptAsMessage } from './accept-source.js';
import { acceptanceProblems, type AcceptanceFields } from './acceptance-problems.js';

type Request = RequestOf<typeof workspaceSources.acceptSource>;
interface Acceptance extends Review {
  readonly request: Request;
  readonly context: RequestContext;
  readonly idempotency: IdempotencyKey | undefined;
}

@Controller()
export class AcceptSourceHandler {
  constructor(
    private readonly store: EventStore,
    private readonly reviews: Reviews,
    private readonly texts: SourceTexts,
  ) {}

  @MessagePattern(workspaceSources.acceptSource.subject)
  async handle(request: Request, context: RequestContext): Promise<Outcome<SourceForPeople>> {
    const idempotency = idempotencyOf(request.idempotency);
    const stored = await this.store.findReply<SourceForPeople>(idempotency);
    if (stored !== null) return stored;
    const review = await this.reviews.find(request);
    if (review === null) return refuse('source.not_found');
    const { row } = review;
    if (row.status !== 'pending') return refuse('source.reviewed', { status: row.status });
    const fields = fieldsOf(request);
    const problems = acceptanceProblems(row.kind, fields);
    if (problems.length > 0) return refuse('source.invalid', { problems });
    const acceptance = { ...review, request, context, idempotency };
    return row.kind === 'document' ? await this.asDocument(acceptance) : await this.asMessage(acceptance);
  }

  private async asDocument(acceptance: Acceptance): Promise<Outcome<SourceForPeople>> {
    const { request, row, person } = acceptance;
    const { organisation_id: organisationId } = request;
    const memberIds = request.member_ids ?? null;
    const caseId = request.case_id ?? null;
    const problems = await this.reviews.documentProblems(request, { member_ids: memberIds, case_id: caseId });
    if (problems.length > 0) return refuse('source.invalid', { problems });
    const { text, status: textStatus } = await this.texts.read(row, acceptance.context.deadline);
    const documentId = newId('doc');
    const at = now().toISOString();
    const command = { organisationId, person, at, documentId, caseId, memberIds, text, textStatus };
    return await this.store.run({
      ...runOptions(acceptance),
      streams: { ...streamsOf(row), document: streamRef(documentType.stream, documentId) },
      decide: (states) => mapReply(acceptAsDocument(command, states), sourceForPeopleToWire),
    });
  }

  private async asMessage(acceptance: Acceptance): Promise<Outcome<SourceForPeople>> {
    const { request, row, person } = acceptance;
    const { organisation_id: organisationId } = request;
    const sessionId = request.session_id ?? '';
    const { text, status: textStatus } = await this.texts.read(row, acceptance.context.deadline);
    const at = now().toISOString();
    const command = { organisationId, person, at, messageId: newId('msg'), sessionId, text, textStatus };
    return await this.store.run({
      ...runOptions(acceptance),
      streams: { ...streamsOf(row), session: streamRef(sessionType.stream, sessionId) },
      decide: (states) => mapReply(acceptAsMessage(command, states), sourceForPeopleToWire),
    });
  }
}

function streamsOf({ stream_id, installation_id }: SourceRow) {
  return { source: streamRef(sourceStream, stream_id), quota: streamRef(sourceQuotaStream, installation_id) };
}

function runOptions({ idempotency, context }: Acceptance) {
  return { name: 'AcceptSource', idempotency, meta: metaOf(context) };
}

function fieldsOf({ session_id, case_id, member_ids }: Request): AcceptanceFields {
  return { session_id, case_id, member_ids };
}
