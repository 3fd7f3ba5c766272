import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { accessStream, type AccessFact } from '../access.js';
import { endAccess } from './end-access.js';

const at = '2026-11-20T09:00:00.000Z';
const granted: AccessFact = {
  type: 'AccessGranted',
  data: { publisherId: 'acme', pluginId: 'ir.acme.x', codeId: 'code_1', at },
};
const ended: AccessFact = { type: 'AccessEnded', data: { at } };
const command = { accessId: 'acc_1', pluginId: 'ir.acme.x', publisherId: 'acme', at };

describe('end access', () => {
  it('ends an active access', () => {
    given(accessStream, granted)
      .when((access) => endAccess(command, access))
      .thenFacts(ended)
      .thenState({ status: 'ended', endedAt: at });
  });

  it('records no fact when the access has already ended', () => {
    given(accessStream, granted, ended)
      .when((access) => endAccess(command, access))
      .thenFacts();
  });

  it.each([{ publisherId: 'beta' }, { pluginId: 'ir.acme.y' }])('rejects an access that is not of %j', (other) => {
    given(accessStream, granted)
      .when((access) => endAccess({ ...command, ...other }, access))
      .thenRefuses('access.not_found', { id: 'acc_1' });
  });

  it('rejects an unknown access', () => {
    given(accessStream)
      .when((access) => endAccess(command, access))
      .thenRefuses('access.not_found', { id: 'acc_1' });
  });
});
