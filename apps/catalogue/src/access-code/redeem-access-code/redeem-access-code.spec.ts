import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { accessCodeStream, type AccessCodeFact } from '../access-code.js';
import { accessStream, type AccessFact, type AccessGranted } from '../access.js';
import { redeemAccessCode } from './redeem-access-code.js';

const at = '2026-11-20T09:00:00.000Z';
const details = { publisherId: 'acme', pluginId: 'ir.acme.x', label: 'Pilot', hash: 'h', last4: 'wxyz', createdAt: at };
const created: AccessCodeFact = { type: 'AccessCodeCreated', data: { ...details, uses: 2, expiresAt: null } };
const used: AccessCodeFact = { type: 'AccessCodeUsed', data: { accessId: 'acc_2', at } };
const codeEnded: AccessCodeFact = { type: 'AccessCodeEnded', data: { at } };
const place = { publisherId: 'acme', pluginId: 'ir.acme.x' };
const granted: AccessGranted = { type: 'AccessGranted', data: { ...place, codeId: 'code_1', at } };
const command = { codeId: 'code_1', accessId: 'acc_1', at };
const reply = { plugin_id: 'ir.acme.x' };

const after = (code: readonly AccessCodeFact[], access: readonly AccessFact[] = []) =>
  given({ code: [accessCodeStream, ...code], access: [accessStream, ...access] });

describe('redeem access code', () => {
  it('grants access and counts one use', () => {
    after([created, used])
      .when((states) => redeemAccessCode(command, states))
      .thenFactsOf({ code: [{ type: 'AccessCodeUsed', data: { accessId: 'acc_1', at } }], access: [granted] })
      .thenReplies(reply);
  });

  it.each<[string, AccessCodeFact[]]>([
    ['still has uses', [created, used]],
    ['is used up', [created, used, used]],
    ['was ended', [created, used, codeEnded]],
  ])('repeats the reply to the same organisation without a further use when the code %s', (_state, code) => {
    after(code, [granted])
      .when((states) => redeemAccessCode(command, states))
      .thenFactsOf({})
      .thenReplies(reply);
  });

  it.each<[string, AccessCodeFact[]]>([
    ['unknown', []],
    ['used up', [created, used, used]],
    ['ended', [created, codeEnded]],
    ['expired', [{ type: 'AccessCodeCreated', data: { ...details, uses: null, expiresAt: at } }]],
  ])('rejects a code that is %s with the same code', (_state, code) => {
    after(code)
      .when((states) => redeemAccessCode(command, states))
      .thenRefuses('store.code_unknown');
  });

  it('takes no use of a second code from an organisation that has access', () => {
    after([created], [granted])
      .when((states) => redeemAccessCode({ ...command, codeId: 'code_2' }, states))
      .thenFactsOf({})
      .thenReplies(reply);
  });

  it('rejects the id of an access that has ended, also with the code that granted it', () => {
    const ended = {
      type: 'AccessEnded',
      data: { pluginId: 'ir.acme.x', by: 'key_1', at, statement: {} as never },
    } as const;
    after([created, used], [granted, ended])
      .when((states) => redeemAccessCode(command, states))
      .thenRefuses('store.code_unknown');
  });

  it('rejects the id of an access to another plugin', () => {
    after([created], [{ type: 'AccessGranted', data: { ...place, pluginId: 'ir.acme.y', codeId: 'code_1', at } }])
      .when((states) => redeemAccessCode(command, states))
      .thenRefuses('store.code_unknown');
  });
});
