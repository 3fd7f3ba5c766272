import { describe, expect, it } from '@jest/globals';
import { checkPluginDomain, letsPluginsShareCookies } from './site.js';

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
