import { describe, expect, it } from '@jest/globals';
import { isPageAddress } from './page-address.js';

describe('isPageAddress', () => {
  it.each([
    '/',
    '/inbox',
    '/review/ir.acme.crm/1.0.0-rc.1',
    '/store/ir.acme.crm',
    '/operator/usage',
    '/sessions',
    '/instances',
    '/portal/acme',
    '/i18n',
  ])('accepts %s', (path) => {
    expect(isPageAddress(path)).toBe(true);
  });

  it.each([
    '/operator/v1',
    '/operator/v1/nothing',
    '/portal/v1/publishers',
    '/instance/v1/me',
    '/developer/v1/x',
    '/i/ins_1/plugin/v1/me',
    '/session',
    '/session/unknown',
    '/assets/index-abc.js',
    '/frames/ins_1/app',
    '/sdk/bridge.js',
    '/.well-known/jwks.json',
    '/health/unknown',
    '/docs/en/nothing',
    '/favicon.ico',
    '/robots.txt',
    '//evil.example',
    '*',
  ])('leaves %s to others', (path) => {
    expect(isPageAddress(path)).toBe(false);
  });
});
