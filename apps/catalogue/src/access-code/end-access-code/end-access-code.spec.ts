import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { accessCodeStream, type AccessCodeFact } from '../access-code.js';
import { endAccessCode } from './end-access-code.js';

const at = '2026-11-20T09:00:00.000Z';
const created: AccessCodeFact = {
  type: 'AccessCodeCreated',
  data: {
    publisherId: 'acme',
    pluginId: 'ir.acme.x',
    label: 'Pilot',
    hash: 'h',
    last4: 'wxyz',
    uses: 3,
    createdAt: at,
    expiresAt: null,
  },
};
const ended: AccessCodeFact = { type: 'AccessCodeEnded', data: { at } };
const command = { codeId: 'code_1', pluginId: 'ir.acme.x', publisherId: 'acme', at };

describe('end access code', () => {
  it('ends an active code', () => {
    given(accessCodeStream, created)
      .when((code) => endAccessCode(command, code))
      .thenFacts(ended)
      .thenState({ status: 'ended', endedAt: at });
  });

  it('records no fact when the code has already ended', () => {
    given(accessCodeStream, created, ended)
      .when((code) => endAccessCode(command, code))
      .thenFacts();
  });

  it.each([{ publisherId: 'beta' }, { pluginId: 'ir.acme.y' }])('rejects a code that is not of %j', (other) => {
    given(accessCodeStream, created)
      .when((code) => endAccessCode({ ...command, ...other }, code))
      .thenRefuses('access_code.not_found', { id: 'code_1' });
  });

  it('rejects an unknown code', () => {
    given(accessCodeStream)
      .when((code) => endAccessCode(command, code))
      .thenRefuses('access_code.not_found', { id: 'code_1' });
  });
});
