import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { accessEnded, accessGranted, accessRequested } from '../../../test/example-access.js';
import { accessAttemptsStream, type AccessCodeRefused } from '../access-attempts.js';
import { accessStream, type AccessFact } from '../access.js';
import { requestAccess, type RequestAccess } from './request-access.js';

const at = '2026-11-20T09:00:00.000Z';
const command: RequestAccess = { accessId: 'acc_1', organisationId: 'org_1', pluginId: 'ir.acme.invoices', at };
const after = (access: readonly AccessFact[], attempts: readonly AccessCodeRefused[] = []) =>
  given({ access: [accessStream, ...access], attempts: [accessAttemptsStream, ...attempts] });

describe('request access', () => {
  it('reserves an id', () => {
    after([])
      .when((states) => requestAccess(command, states))
      .thenFactsOf({ access: [accessRequested] })
      .thenReplies({ access_id: 'acc_1' });
  });

  it.each([[[accessRequested]], [[accessRequested, accessGranted]]])(
    'repeats the id that was reserved before',
    (facts) => {
      after(facts)
        .when((states) => requestAccess({ ...command, accessId: 'acc_2' }, states))
        .thenFactsOf({})
        .thenReplies({ access_id: 'acc_1' });
    },
  );

  it('reserves another id after the access has ended', () => {
    after([accessRequested, accessGranted, accessEnded])
      .when((states) => requestAccess({ ...command, accessId: 'acc_2' }, states))
      .thenReplies({ access_id: 'acc_2' });
  });

  it('rejects a right code too after five wrong ones', () => {
    const refused = Array.from({ length: 5 }, (): AccessCodeRefused => ({ type: 'AccessCodeRefused', data: { at } }));
    after([], refused)
      .when((states) => requestAccess(command, states))
      .thenRefuses('store.code_attempts_exceeded', { retry_after_seconds: 3_600 });
  });
});
