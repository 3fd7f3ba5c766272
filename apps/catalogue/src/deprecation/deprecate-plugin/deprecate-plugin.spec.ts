import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { claimedBy, command, deprecated } from '../../../test/example-deprecation.js';
import { pluginStream } from '../../plugin/plugin.js';
import { deprecationStream } from '../deprecation.js';
import { deprecatePlugin, type DeprecatePlugin } from './deprecate-plugin.js';

const deprecate: DeprecatePlugin = {
  ...command,
  reason: 'No longer maintained',
  successor: 'ir.acme.bills',
  successorOwner: 'acme',
};
const states = {
  plugin: [pluginStream, claimedBy('acme')],
  deprecation: [deprecationStream],
} as const;

describe('deprecate plugin', () => {
  it('signs a statement with the reason and the successor, and a sequence of at least the time', () => {
    given(states)
      .when((found) => deprecatePlugin(deprecate, found))
      .thenFactsMatch({
        type: 'PluginDeprecated',
        data: {
          reason: 'No longer maintained',
          successor: 'ir.acme.bills',
          sequence: Date.parse(command.at),
          by: 'key_1',
        },
      })
      .thenReplies({ reason: 'No longer maintained', successor: 'ir.acme.bills', since: command.at });
  });

  it('records no fact for the same deprecation, and a higher sequence for another reason', () => {
    const known = { ...states, deprecation: [deprecationStream, deprecated] } as const;
    const same = { ...deprecate, reason: deprecated.data.reason, successor: deprecated.data.successor };
    given(known)
      .when((found) => deprecatePlugin(same, found))
      .thenFacts()
      .thenReplies({ since: deprecated.data.at });
    given(known)
      .when((found) => deprecatePlugin({ ...deprecate, at: '2020-01-01T00:00:00.000Z' }, found))
      .thenFactsMatch({ type: 'PluginDeprecated', data: { sequence: deprecated.data.sequence + 1 } });
  });

  it.each([
    ['unknown', []],
    ['of another publisher', [claimedBy('beta')]],
  ])('rejects a plugin that is %s', (_case, facts) => {
    given({ ...states, plugin: [pluginStream, ...facts] })
      .when((found) => deprecatePlugin(deprecate, found))
      .thenRefuses('catalogue.plugin_not_found', { plugin_id: command.pluginId });
  });

  it.each([
    ['unknown', 'ir.acme.bills', null],
    ['of another publisher', 'ir.acme.bills', 'beta'],
    ['the plugin itself', command.pluginId, 'acme'],
  ])('rejects a successor that is %s', (_case, successor, successorOwner) => {
    given(states)
      .when((found) => deprecatePlugin({ ...deprecate, successor, successorOwner }, found))
      .thenRefuses('catalogue.successor_invalid', { successor });
  });

  it('rejects an empty reason', () => {
    given(states)
      .when((found) => deprecatePlugin({ ...deprecate, reason: ' ' }, found))
      .thenRefuses('request.invalid');
  });
});
