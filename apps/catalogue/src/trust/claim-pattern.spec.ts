import { describe, expect, it } from '@jest/globals';
import { forgejo, github, gitlab, newerForgejo } from '../../test/ci-claims.js';
import { matchesClaims, matchesPattern } from './claim-pattern.js';

describe('claim pattern', () => {
  it.each([
    ['refs/heads/main', 'refs/heads/main'],
    ['refs/tags/v*', 'refs/tags/v1.2.3'],
    ['refs/tags/v*.*', 'refs/tags/v1.2.3'],
    ['repo:acme/invoices:ref:refs/heads/*', 'repo:acme/invoices:ref:refs/heads/main'],
    ['*', ''],
    ['a*b*a', 'aba'],
  ])('accepts by %s the value %s', (pattern, value) => {
    expect(matchesPattern(pattern, value)).toBe(true);
  });

  it.each([
    ['refs/heads/*', 'refs/heads/feature/main'],
    ['repo:acme/*', 'repo:acme/invoices:ref:refs/heads/main'],
    ['acme/*', 'acme:invoices'],
    ['a*a', 'a'],
    ['a*b*b', 'ab'],
    ['refs/heads/main', 'refs/heads/main2'],
    ['refs/heads/main', 'refs/heads/MAIN'],
    ['refs.heads', 'refs/heads'],
    ['', 'x'],
  ])('rejects by %s the value %s', (pattern, value) => {
    expect(matchesPattern(pattern, value)).toBe(false);
  });

  it('takes no exponential time', () => {
    expect(matchesPattern(`${'*a'.repeat(250)}b`, 'a'.repeat(20_000))).toBe(false);
  });

  it.each([
    [
      'GitHub',
      github,
      {
        repository: 'acme/invoices',
        repository_id: '74',
        workflow_ref: 'acme/invoices/.github/workflows/release.yml@refs/heads/*',
      },
    ],
    [
      'GitLab',
      gitlab,
      { project_path: 'acme/team/invoices', project_id: '20', ref_path: 'refs/heads/main', runner_id: '1' },
    ],
    ['Forgejo', forgejo, { repository: 'acme/invoices', sub: 'repo:acme/invoices:ref:refs/heads/*' }],
    ['newer Forgejo', newerForgejo, { repository: 'acme/invoices', repository_id: '74', ref: 'refs/heads/*' }],
  ])('accepts the claims of %s', (_system, claims, patterns) => {
    expect(matchesClaims(patterns, claims)).toBe(true);
    for (const name of Object.keys(patterns)) {
      expect(matchesClaims(patterns, { ...claims, [name]: undefined })).toBe(false);
      expect(matchesClaims(patterns, { ...claims, [name]: [claims[name as never]] })).toBe(false);
      expect(matchesClaims(patterns, { ...claims, [name]: 'other' })).toBe(false);
    }
  });

  it('reads no claim of the prototype', () => {
    expect(matchesClaims({ constructor: '*' }, {})).toBe(false);
  });
});
