import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { accessEnded, accessGranted, accessRequested } from '../../../test/example-access.js';
import { accessStream } from '../access.js';
import { grantAccess, type GrantAccess } from './grant-access.js';

const at = '2026-11-20T09:00:00.000Z';
const command: GrantAccess = { accessId: 'acc_1', pluginId: 'ir.acme.invoices', last4: 'wxyz', by: 'per_1', at };
const reply = { plugin_id: 'ir.acme.invoices' };

describe('grant access', () => {
  it('grants an access that was requested', () => {
    given(accessStream, accessRequested)
      .when((access) => grantAccess(command, access))
      .thenFacts(accessGranted)
      .thenReplies(reply);
  });

  it('records no fact when the organisation has access', () => {
    given(accessStream, accessRequested, accessGranted)
      .when((access) => grantAccess(command, access))
      .thenFacts()
      .thenReplies(reply);
  });

  it('rejects an id that was not requested, or that ended before the grant was recorded', () => {
    given(accessStream)
      .when((access) => grantAccess(command, access))
      .thenRefuses('store.code_unknown');
    given(accessStream, accessRequested, accessEnded)
      .when((access) => grantAccess(command, access))
      .thenRefuses('store.code_unknown');
    given(accessStream, accessRequested)
      .when((access) => grantAccess({ ...command, accessId: 'acc_2' }, access))
      .thenRefuses('store.code_unknown');
  });
});
