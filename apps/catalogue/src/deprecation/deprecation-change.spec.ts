import { describe, expect, it } from '@jest/globals';
import { command } from '../../test/example-deprecation.js';
import { signedDeprecation } from './deprecation-change.js';

describe('a signed deprecation', () => {
  it.each([
    ['the time of the decision', 0, Date.parse(command.at)],
    ['one more than the last, when a restored hub has signed in the future', 9e12, 9e12 + 1],
  ])('has as its sequence %s', (_case, last, sequence) => {
    const signed: unknown[] = [];
    const change = { ...command, sign: (statement: unknown) => (signed.push(statement), command.sign(null as never)) };
    expect(signedDeprecation(change, { sequence: last }, null)).toMatchObject({ sequence });
    expect(signed).toEqual([{ plugin_id: command.pluginId, deprecation: null, sequence, at: command.at }]);
  });
});
