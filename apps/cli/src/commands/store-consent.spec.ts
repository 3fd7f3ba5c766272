import { describe, expect, it } from '@jest/globals';
import { consentFlags, isAccepted, type Consent } from './store-consent.js';

const external: Consent = { scopes: ['cases.read', 'wallet.consume'], base_url: 'https://acme.ir' };
const container: Consent = { scopes: [], egress: ['mail.acme.ir:443'] };

describe('a consent', () => {
  it('is accepted by exactly the flags that the command prints', () => {
    expect(consentFlags(external)).toBe('--accept-scopes cases.read,wallet.consume --accept-base-url https://acme.ir');
    expect(consentFlags(container)).toBe('--accept-scopes none --accept-egress mail.acme.ir:443');
    expect(consentFlags({ scopes: [], base_url: "https://a.ir/$(id)'&\n" })).toBe(
      String.raw`--accept-scopes none --accept-base-url 'https://a.ir/$(id)'\''& '`,
    );
    expect(consentFlags({ scopes: [] })).toBe('--accept-scopes none');
    const acceptBaseUrl = 'https://acme.ir';
    expect(isAccepted({ scopes: [] }, { acceptScopes: 'none' })).toBe(true);
    expect(isAccepted({ scopes: [] }, { acceptScopes: 'none', acceptBaseUrl })).toBe(false);
    expect(isAccepted(external, { acceptScopes: 'wallet.consume, cases.read', acceptBaseUrl })).toBe(true);
    expect(isAccepted(container, { acceptScopes: 'none', acceptEgress: 'mail.acme.ir:443' })).toBe(true);
  });

  it.each([
    {},
    { acceptScopes: 'cases.read,wallet.consume' },
    { acceptScopes: 'cases.read', acceptBaseUrl: 'https://acme.ir' },
    { acceptScopes: 'cases.read,wallet.consume,people.read', acceptBaseUrl: 'https://acme.ir' },
    { acceptScopes: 'cases.read,wallet.consume', acceptBaseUrl: 'https://other.ir' },
    { acceptScopes: 'cases.read,cases.read', acceptBaseUrl: 'https://acme.ir' },
  ])('is not accepted by %j', (flags) => {
    expect(isAccepted(external, flags)).toBe(false);
  });
});
