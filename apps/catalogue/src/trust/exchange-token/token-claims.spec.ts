import { describe, expect, it } from '@jest/globals';
import { forgejo, github, gitlab } from '../../../test/ci-claims.js';
import { keyIdOf, provenanceClaims } from './token-claims.js';

describe('token claims', () => {
  it('keeps where a job runs, and nothing about people unless the trust names it', () => {
    expect(provenanceClaims(github, [])).toMatchObject({ repository: 'acme/invoices', sha: github.sha });
    expect(provenanceClaims(forgejo, [])).toMatchObject({ ref: 'refs/heads/main', run_id: '43' });
    const ofGitlab = provenanceClaims(gitlab, ['runner_id']);
    expect(ofGitlab).toMatchObject({ project_id: '20', runner_id: '1' });
    expect(JSON.stringify([ofGitlab, provenanceClaims(github, [])])).not.toMatch(/sample-user|octocat/);
  });

  it('leaves out what is no text, too long, or would hide what it says', () => {
    const hidden = { workflow: 'release\u202e', environment: 'a\u0000', ref_type: '\ud800' };
    const claims = { sha: ['x'], ref: '', sub: 's'.repeat(513), run_id: 7, ...hidden };
    expect(provenanceClaims(claims, [])).toEqual({ run_id: '7' });
  });

  it('gives a token the same key whatever its signature is, and another token another key', () => {
    const id = keyIdOf('https://a.example', undefined, 'head.body.sig1');
    expect(keyIdOf('https://a.example', undefined, 'head.body.sig2')).toBe(id);
    expect(keyIdOf('https://a.example', undefined, 'head.other.sig1')).not.toBe(id);
    expect(keyIdOf('https://a.example', 'one', 'x.y.z')).toBe(keyIdOf('https://a.example', 'one', 'p.q.r'));
    expect(keyIdOf('https://b.example', 'one', 'x.y.z')).not.toBe(keyIdOf('https://a.example', 'one', 'x.y.z'));
  });
});
