import { describe, expect, it } from '@jest/globals';
import { isElsewhere } from './home.js';

const external = { kind: 'external', base_url: 'https://plugin.acme.ir/kushk' } as const;

describe('isElsewhere', () => {
  it.each([
    ['another kind', { kind: 'instance' as const }],
    ['another host', { ...external, base_url: 'https://new.acme.ir/kushk' }],
    ['another port', { ...external, base_url: 'https://plugin.acme.ir:8443/kushk' }],
    ['another way of delivery', { ...external, delivery: 'poll' }],
    ['no address', { kind: 'external' as const }],
  ])('is true for %s', (_change, next) => {
    expect([isElsewhere(external, next), isElsewhere(next, external)]).toEqual([true, true]);
  });

  it('is false for another path of the same origin, and for another image', () => {
    expect(isElsewhere(external, { ...external, base_url: 'https://plugin.acme.ir/other' })).toBe(false);
    expect(isElsewhere({ kind: 'instance' }, { kind: 'instance' })).toBe(false);
  });
});
