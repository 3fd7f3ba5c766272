import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { claimedBy, command, deprecated } from '../../../test/example-deprecation.js';
import { pluginStream } from '../../plugin/plugin.js';
import { deprecationStream } from '../deprecation.js';
import { endDeprecation } from './end-deprecation.js';

describe('end deprecation', () => {
  it('signs a statement with a higher sequence', () => {
    given({ plugin: [pluginStream, claimedBy('acme')], deprecation: [deprecationStream, deprecated] })
      .when((states) => endDeprecation({ ...command, at: '2020-01-01T00:00:00.000Z' }, states))
      .thenFactsMatch({ type: 'DeprecationEnded', data: { sequence: deprecated.data.sequence + 1, by: 'key_1' } })
      .thenState({ deprecation: { current: null } });
  });

  it('records no fact for a plugin that is not deprecated', () => {
    given({ plugin: [pluginStream, claimedBy('acme')], deprecation: [deprecationStream] })
      .when((states) => endDeprecation(command, states))
      .thenFacts();
  });

  it.each([
    ['unknown', []],
    ['of another publisher', [claimedBy('beta')]],
  ])('rejects a plugin that is %s', (_case, facts) => {
    given({ plugin: [pluginStream, ...facts], deprecation: [deprecationStream, deprecated] })
      .when((states) => endDeprecation(command, states))
      .thenRefuses('catalogue.plugin_not_found', { plugin_id: command.pluginId });
  });
});
