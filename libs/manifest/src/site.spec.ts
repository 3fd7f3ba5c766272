import { describe, expect, it } from '@jest/globals';
import { isSameSite } from './site.js';

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
