import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { documentType } from '../../document/document.js';
import { sessionType, type SessionFact } from '../../session/session.js';
import { admin, at, member, submitted } from '../../../test/example-source.js';
import { sourceStream, type SourceFact } from '../source.js';
import { acceptAsDocument, acceptAsMessage, type AcceptAsDocument, type AcceptAsMessage } from './accept-source.js';

const reviewing = { organisationId: 'org_1', person: member, at, text: 'متن', textStatus: 'extracted' } as const;
const asDocument: AcceptAsDocument = { ...reviewing, documentId: 'doc_1', caseId: null, memberIds: ['per_1'] };
const asMessage: AcceptAsMessage = { ...reviewing, messageId: 'msg_1', sessionId: 'ses_1' };
const message = submitted({ kind: 'message', contentType: 'text/plain' });
const session = (participant_ids: readonly string[] | null): SessionFact => ({
  type: 'SessionCreated',
  data: {
    recordId: 'ses_1',
    organisationId: 'org_1',
    fields: { title: 'نشست', started_at: at, participant_ids },
    by: { personId: 'per_9', proposalId: null },
    at,
  },
});
const documentStreams = (...facts: SourceFact[]) => ({
  source: [sourceStream, ...facts] as const,
  document: [documentType.stream] as const,
});

describe('acceptAsDocument', () => {
  it('adds the document with its members, closes the review and keeps the bytes of the source', () => {
    given(documentStreams(submitted()))
      .when((states) => acceptAsDocument(asDocument, states))
      .thenFactsMatch(
        { type: 'SourceAccepted', data: { by: 'per_1', recordId: 'doc_1', sessionId: null, text: 'extracted' } },
        { type: 'SourceReviewCounted', data: { freedBytes: 0 } },
        {
          type: 'DocumentCreated',
          data: { fields: { title: 'فاکتور ۷', content_type: 'application/pdf', text: 'متن', member_ids: ['per_1'] } },
        },
      )
      .thenState({ source: { status: 'accepted' } });
  });

  it('refuses a source that was reviewed already', () => {
    const dismissed: SourceFact = {
      type: 'SourceDismissed',
      data: {
        installationId: 'ins_1',
        organisationId: 'org_1',
        externalId: 'scan-7',
        kind: 'document',
        by: 'per_2',
        at,
        reason: null,
      },
    };
    given(documentStreams(submitted(), dismissed))
      .when((states) => acceptAsDocument(asDocument, states))
      .thenRefuses('source.reviewed');
  });

  it('hides a source of another organisation, and one that came through the handle of another person', () => {
    given(documentStreams(submitted()))
      .when((states) => acceptAsDocument({ ...asDocument, organisationId: 'org_2' }, states))
      .thenRefuses('source.not_found');
    const ofOther = documentStreams(submitted({ onBehalfOf: 'per_3' }));
    given(ofOther)
      .when((states) => acceptAsDocument(asDocument, states))
      .thenRefuses('source.not_found');
    given(ofOther)
      .when((states) => acceptAsDocument({ ...asDocument, person: admin }, states))
      .thenState({ source: { status: 'accepted' } });
  });
});

describe('acceptAsMessage', () => {
  it('adds a message without an author at the time that the plugin stated', () => {
    given({ source: [sourceStream, message], session: [sessionType.stream, session(['per_1'])] })
      .when((states) => acceptAsMessage(asMessage, states))
      .thenFactsMatch(
        { type: 'SourceAccepted', data: { recordId: 'msg_1', sessionId: 'ses_1' } },
        { type: 'SourceReviewCounted' },
        { type: 'SessionMessageAdded', data: { authorId: null, text: 'متن', at } },
      );
  });

  it('refuses a session that the person cannot see, and then leaves the source pending', () => {
    given({ source: [sourceStream, message], session: [sessionType.stream, session(['per_9'])] })
      .when((states) => acceptAsMessage(asMessage, states))
      .thenRefuses('session.not_found');
  });
});
