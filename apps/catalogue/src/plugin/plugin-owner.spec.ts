import { expect, it } from '@jest/globals';
import { isOwnedBy } from './plugin-owner.js';

it('a plugin belongs to its publisher alone', () => {
  const plugin = { status: 'owned', publisherId: 'acme' } as const;
  expect([isOwnedBy(plugin, 'acme'), isOwnedBy(plugin, 'beta'), isOwnedBy({ status: 'absent' }, 'acme')]).toEqual([
    true,
    false,
    false,
  ]);
});
