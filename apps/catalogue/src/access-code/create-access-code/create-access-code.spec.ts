import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { pluginStream, type PluginFact } from '../../plugin/plugin.js';
import { accessCodeStream } from '../access-code.js';
import { createAccessCode, type CreateAccessCode } from './create-access-code.js';

const at = '2026-11-20T09:00:00.000Z';
const claimed: PluginFact = { type: 'PluginClaimed', data: { publisherId: 'acme', at } };
const details = { publisherId: 'acme', pluginId: 'ir.acme.x', label: 'Pilot', hash: 'h', last4: 'wxyz' };
const created = { ...details, uses: 3, createdAt: at, expiresAt: null };
const command: CreateAccessCode = { codeId: 'acd_1', ...created };
const ofPlugin = given({ plugin: [pluginStream, claimed], code: [accessCodeStream] });

describe('create access code', () => {
  it('records the hash of the code and returns a reply without the code', () => {
    ofPlugin
      .when((states) => createAccessCode(command, states))
      .thenFactsOf({ code: [{ type: 'AccessCodeCreated', data: created }] })
      .thenReplies({ id: 'acd_1', label: 'Pilot', last4: 'wxyz', uses: 3, used: 0, ended_at: null });
  });

  it.each([{ label: '' }, { label: 'two\nlines' }, { expiresAt: at }])('rejects %j', (more) => {
    ofPlugin.when((states) => createAccessCode({ ...command, ...more }, states)).thenRefuses('request.invalid');
  });

  it('rejects a plugin that does not exist and one of another publisher in the same way', () => {
    given({ plugin: [pluginStream], code: [accessCodeStream] })
      .when((states) => createAccessCode(command, states))
      .thenRefuses('catalogue.plugin_not_found', { plugin_id: 'ir.acme.x' });
    ofPlugin
      .when((states) => createAccessCode({ ...command, publisherId: 'beta' }, states))
      .thenRefuses('catalogue.plugin_not_found', { plugin_id: 'ir.acme.x' });
  });
});
