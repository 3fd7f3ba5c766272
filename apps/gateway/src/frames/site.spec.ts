import { describe, expect, it } from '@jest/globals';
import { checkPluginDomain, isSameSite, letsPluginsShareCookies } from './site.js';

describe('isSameSite', () => {
  it.each([
    ['kushk.example.ir', 'kushk.example.ir'],
    ['plugins.example.ir', 'kushk.example.ir'],
    ['a.plugins.example.co.ir', 'kushk.example.co.ir'],
    ['PLUGIN.Example.IR.', 'kushk.example.ir'],
    ['127.0.0.1', '127.0.0.1'],
    ['localhost', 'localhost'],
  ])('finds that %s and %s are one site', (host, other) => {
    expect(isSameSite(host, other)).toBe(true);
  });

  it.each([
    ['plugin.acme.ir', 'kushk.example.ir'],
    ['acme.co.ir', 'kushk.co.ir'],
    ['acme.github.io', 'kushk.github.io'],
    ['localhost', '127.0.0.1'],
    ['label.localhost', '127.0.0.1'],
    ['127.0.0.2', '127.0.0.1'],
    ['[::1]', '127.0.0.1'],
  ])('finds that %s and %s are two sites', (host, other) => {
    expect(isSameSite(host, other)).toBe(false);
  });
});

describe('checkPluginDomain', () => {
  const check = (pluginDomain: string, serviceOrigin = 'https://kushk.example.ir') =>
    checkPluginDomain({ role: 'instance', pluginDomain, serviceOrigin });

  it('accepts another registrable domain, and none', () => {
    expect(() => check('')).not.toThrow();
    expect(() => check('plugins-of-kushk.ir')).not.toThrow();
    expect(() => check('localhost', 'http://127.0.0.1:8081')).not.toThrow();
  });

  it.each(['kushk.example.ir', 'plugins.example.ir', 'example.ir'])('rejects %s, which is on the site', (domain) => {
    expect(() => check(domain)).toThrow('KUSHK_PLUGIN_DOMAIN must not share its registrable domain');
  });
});

describe('letsPluginsShareCookies', () => {
  it.each([
    ['plugins-of-kushk.ir', true],
    ['pages.plugins-of-kushk.ir', true],
    ['github.io', false],
    ['localhost', false],
    ['', false],
  ])('is known from the Public Suffix List: %s, %s', (domain, isShared) => {
    expect(letsPluginsShareCookies(domain)).toBe(isShared);
  });
});
