import { commandHandler } from '@kushk/broker';
import { workspaceSources, type SourceForPeople } from '@kushk/contracts';
import { mapReply, refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { documentType } from '../../document/document.js';
import { sessionType } from '../../session/session.js';
import { Reviews } from '../reviews.js';
import { SourceTexts } from '../source-texts.client.js';
import { sourceStream } from '../source.js';
import { sourceQuotaStream } from '../source-quota.js';
import { sourceForPeopleToWire } from '../source.view.js';
import { acceptAsDocument, acceptAsMessage } from './accept-source.js';
import { acceptanceProblems } from './acceptance-problems.js';

export const AcceptSourceHandler = commandHandler(
  workspaceSources.acceptSource,
  { store: EventStore, reviews: Reviews, texts: SourceTexts },
  async (request, { store, reviews, texts }, { run, idempotency, deadline }) => {
    const stored = await store.findReply<SourceForPeople>(idempotency);
    if (stored !== null) return stored;
    const review = await reviews.find(request);
    if (review === null) return refuse('source.not_found');
    const { row, person } = review;
    if (row.status !== 'pending') return refuse('source.reviewed', { status: row.status });
    const { organisation_id: organisationId, session_id, case_id, member_ids } = request;
    const problems = acceptanceProblems(row.kind, { session_id, case_id, member_ids });
    if (problems.length > 0) return refuse('source.invalid', { problems });
    const [caseId, memberIds] = [case_id ?? null, member_ids ?? null];
    if (row.kind === 'document') {
      const ofDocument = await reviews.documentProblems(request, { member_ids: memberIds, case_id: caseId });
      if (ofDocument.length > 0) return refuse('source.invalid', { problems: ofDocument });
    }
    const { text, status: textStatus } = await texts.read(row, deadline);
    const name = 'AcceptSource';
    const acceptance = { organisationId, person, text, textStatus, at: now().toISOString() };
    const streams = {
      source: streamRef(sourceStream, row.stream_id),
      quota: streamRef(sourceQuotaStream, row.installation_id),
    };
    if (row.kind === 'document') {
      const documentId = newId('doc');
      return run({
        name,
        streams: { ...streams, document: streamRef(documentType.stream, documentId) },
        command: { ...acceptance, documentId, caseId, memberIds },
        decide: (command, states) => mapReply(acceptAsDocument(command, states), sourceForPeopleToWire),
      });
    }
    const sessionId = session_id ?? '';
    return run({
      name,
      streams: { ...streams, session: streamRef(sessionType.stream, sessionId) },
      command: { ...acceptance, messageId: newId('msg'), sessionId },
      decide: (command, states) => mapReply(acceptAsMessage(command, states), sourceForPeopleToWire),
    });
  },
);
