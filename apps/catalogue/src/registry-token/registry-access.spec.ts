import { describe, expect, it } from '@jest/globals';
import type { RegistryAccount } from '@kushk/contracts';
import { grantedAccess } from './registry-access.js';

const acme: RegistryAccount = { kind: 'publisher', publisher_id: 'acme', key_id: 'key_1' };
const operator: RegistryAccount = { kind: 'operator' };
const granted = (account: RegistryAccount, scopes: readonly string[], url = 'https://reg.example') =>
  grantedAccess(account, scopes, url).map(({ name, actions }) => `${name} ${actions.join()}`);

describe('a token for the registry', () => {
  it('lets a publisher push and pull below its own path', () => {
    expect(granted(acme, ['repository:acme/box:pull,push', 'repository:acme/a/b:push'])).toEqual([
      'acme/box pull,push',
      'acme/a/b push',
    ]);
    expect(granted(acme, ['repository:kushk/acme/box:push'], 'https://reg.example/kushk/')).toEqual([
      'kushk/acme/box push',
    ]);
  });

  it.each([
    'repository:beta/box:pull,push',
    'repository:acme:push',
    'repository:acmeevil/box:push',
    'repository:acme/../beta/box:push',
    'repository:Acme/box:push',
    'repository:acme/box:delete',
    'repository:acme/box:*',
    'registry:catalog:*',
    'repository(plugin):acme/box:push',
    '',
  ])('grants a publisher nothing for %j', (scope) => {
    expect(granted(acme, [scope])).toEqual([]);
  });

  it('lets the account of the operator pull everything and push nothing', () => {
    expect(granted(operator, ['repository:beta/box:pull,push,delete'])).toEqual(['beta/box pull']);
  });

  it('has a bound, whatever a client asks for', () => {
    expect(granted(acme, Array<string>(1_000).fill('repository:acme/box:push'))).toHaveLength(32);
  });
});
