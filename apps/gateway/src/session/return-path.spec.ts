import { describe, expect, it } from '@jest/globals';
import { returnPath } from './return-path.js';

describe('returnPath', () => {
  it.each([
    '/',
    '/inbox',
    '/cases/cas_1?tab=tools#history',
    '/جستجو?q=سلام',
    '/a//b',
    '/@evil.example',
    '/http://evil.example',
  ])('accepts %j', (path) => {
    const { pathname, search, hash } = new URL(path, 'http://own.test');
    expect(returnPath(path)).toBe(pathname + search + hash);
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/ /evil.example',
    '/\u0000/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    'http://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '',
    '?x',
    '#x',
    '.',
    '@evil.example',
    '/session/sign-in',
    '/session/callback?code=1',
    '/SESSION/sign-out',
    `/${'x'.repeat(2_000)}`,
    null,
    undefined,
    ['/', '/inbox'],
    7,
  ])('replaces %j by the first page', (path) => {
    expect(returnPath(path)).toBe('/');
  });
});
