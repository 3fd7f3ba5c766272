import { describe, expect, it } from '@jest/globals';
import { registryOf } from './registry-of.js';

const url = 'https://registry.example';
const none = { registryUser: '', registryPassword: '', registryTokenKey: null };
const account = { ...none, registryUser: 'kushk', registryPassword: 'secret' };

describe('the registry of the operator', () => {
  it('has the one account of all publishers, unless each has keys of its own: then the account only pulls', () => {
    expect(registryOf({ registryUrl: url, containers: account })).toEqual({
      url,
      accounts: 'shared',
      user: 'kushk',
      password: 'secret',
    });
    expect(registryOf({ registryUrl: url, containers: { ...account, registryTokenKey: 'key' } })).toEqual({
      url,
      accounts: 'publisher_keys',
      user: null,
      password: null,
    });
    expect(registryOf({ registryUrl: url, containers: none })).toMatchObject({ accounts: 'none', user: null });
    expect(registryOf({ registryUrl: '', containers: account })).toBeNull();
  });
});
