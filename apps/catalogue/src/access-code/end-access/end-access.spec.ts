import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { command as deprecate } from '../../../test/example-deprecation.js';
import { accessStream, type AccessEnded, type AccessGranted } from '../access.js';
import { endAccess, type EndAccess } from './end-access.js';

const at = '2026-11-28T09:00:00.000Z';
const granted: AccessGranted = {
  type: 'AccessGranted',
  data: { publisherId: 'acme', pluginId: 'ir.acme.x', codeId: 'acd_1', at: '2026-11-20T09:00:00.000Z' },
};
const statement = deprecate.sign(null as never);
const ended: AccessEnded = { type: 'AccessEnded', data: { pluginId: 'ir.acme.x', by: 'key_1', at, statement } };
const signed: unknown[] = [];
const command: EndAccess = {
  accessId: 'acc_1',
  pluginId: 'ir.acme.x',
  publisherId: 'acme',
  by: 'key_1',
  at,
  sign: (content) => {
    signed.push(content);
    return statement;
  },
};

describe('end access', () => {
  it('signs a statement with the access alone', () => {
    given(accessStream, granted)
      .when((access) => endAccess(command, access))
      .thenFacts(ended)
      .thenState({ status: 'ended', endedAt: at });
    expect(signed).toEqual([{ plugin_id: 'ir.acme.x', access_id: 'acc_1', at }]);
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
