import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { sessionType, type SessionFact, type SessionMessage } from '../session.js';
import { addMessage } from './add-message.js';

const at = '2026-11-20T08:00:00.000Z';
const message: SessionMessage = {
  messageId: 'msg_1',
  sessionId: 'ses_1',
  organisationId: 'org_1',
  authorId: 'per_1',
  text: 'سلام',
  at,
};
const created = (participant_ids: readonly string[] | null): SessionFact => ({
  type: 'SessionCreated',
  data: {
    recordId: 'ses_1',
    organisationId: 'org_1',
    fields: { title: 'جلسه', started_at: at, participant_ids },
    by: { personId: 'per_1', proposalId: null },
    at,
  },
});
const member = { id: 'per_1', role: 'member' } as const;
const admin = { id: 'per_2', role: 'admin' } as const;

describe('addMessage', () => {
  it('adds the message of a participant', () => {
    given(sessionType.stream, created(['per_1']))
      .when((session) => addMessage({ message, viewer: member }, session))
      .thenFacts({ type: 'SessionMessageAdded', data: message });
  });

  it('hides a session from an admin who does not participate', () => {
    given(sessionType.stream, created(['per_1']))
      .when((session) => addMessage({ message, viewer: admin }, session))
      .thenRefuses('session.not_found');
  });

  it('hides a session of another organisation', () => {
    given(sessionType.stream, created(null))
      .when((session) => addMessage({ message: { ...message, organisationId: 'org_2' }, viewer: member }, session))
      .thenRefuses('session.not_found');
  });
});
