import { describe, expect, it } from '@jest/globals';
import { pageHostReader } from './page-label.js';

const LABEL = '0123456789abcdefghjkmnpqrs';
const read = pageHostReader('plugins.example');

describe('pageHostReader', () => {
  it.each([`${LABEL}.plugins.example`, `${LABEL}.plugins.example:8081`, `${LABEL.toUpperCase()}.Plugins.Example`])(
    'reads the label of %s',
    (host) => {
      expect(read(host)).toEqual({ label: LABEL });
    },
  );

  it.each([
    'short.plugins.example',
    `x.${LABEL}.plugins.example`,
    `${LABEL}.plugins.example.`,
    `${LABEL}.plugins.example.:80`,
    '.plugins.example',
  ])('knows no label in %s, which the service must not answer either', (host) => {
    expect(read(host)).toEqual({ label: null });
  });

  it.each([
    undefined,
    '',
    'plugins.example',
    `${LABEL}.example`,
    `${LABEL}xplugins.example`,
    `${LABEL}.plugins.example.ir`,
  ])('leaves %s to the service', (host) => {
    expect(read(host)).toBeNull();
  });

  it('knows no host where the instance has no domain', () => {
    expect(pageHostReader('')(LABEL)).toBeNull();
  });
});
