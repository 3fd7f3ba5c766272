import { describe, expect, it } from '@jest/globals';
import { frameAncestorsProblem } from './frame-ancestors.js';

const service = 'https://kushk.example.ir';
const problemOf = (header: string | string[] | undefined) => frameAncestorsProblem(header, service)?.code ?? null;

describe('frameAncestorsProblem', () => {
  it.each([
    ['only the service', `frame-ancestors ${service}`],
    [
      'the service among other exact origins',
      `default-src 'self'; Frame-Ancestors https://other.ir ${service}/ 'self'`,
    ],
    ['the service in capitals', 'frame-ancestors HTTPS://KUSHK.EXAMPLE.IR:443'],
    ['a wide policy that a narrow one restricts', [`frame-ancestors https:`, `frame-ancestors ${service}`]],
    ['policies in one header', `default-src 'self', frame-ancestors ${service}`],
  ])('accepts %s', (_title, header) => {
    expect(problemOf(header)).toBeNull();
  });

  it.each([
    ['no header', undefined, 'frame_ancestors_missing'],
    ['a policy without the directive', "default-src 'self'", 'frame_ancestors_missing'],
    ['everybody', 'frame-ancestors *', 'frame_ancestors_wide'],
    ['a scheme', `frame-ancestors ${service} https:`, 'frame_ancestors_wide'],
    ['all subdomains', 'frame-ancestors https://*.example.ir', 'frame_ancestors_wide'],
    ['all ports', 'frame-ancestors https://kushk.example.ir:*', 'frame_ancestors_wide'],
    ['a host without a scheme', 'frame-ancestors kushk.example.ir', 'frame_ancestors_wide'],
    ['nobody', "frame-ancestors 'none'", 'frame_ancestors_other'],
    ['an empty list', 'frame-ancestors', 'frame_ancestors_other'],
    ['another origin', 'frame-ancestors https://other.ir', 'frame_ancestors_other'],
    ['another port', `frame-ancestors ${service}:8443`, 'frame_ancestors_other'],
    ['a second policy that refuses', [`frame-ancestors ${service}`, "frame-ancestors 'none'"], 'frame_ancestors_other'],
    [
      'only the first directive of a policy',
      `frame-ancestors 'none'; frame-ancestors ${service}`,
      'frame_ancestors_other',
    ],
  ])('reports %s', (_title, header, code) => {
    expect(problemOf(header)).toBe(code);
  });

  it('reports at most 500 characters of the sources', () => {
    expect(frameAncestorsProblem(`frame-ancestors ${'https://a.ir '.repeat(1_000)}`, service)).toMatchObject({
      code: 'frame_ancestors_other',
      sources: expect.stringMatching(/^.{500}$/),
    });
  });
});
