import { expect, it } from '@jest/globals';
import { cliHarness, releaseReply } from '../../test/cli-harness.js';

const cli = cliHarness();

it.each([
  ['submitted', 1, '"kushk review take ir.acme.invoices 1.4.0" takes it'],
  ['in_review', 2, '--tier community, verified or private'],
])('says what to do before the approval of a release without a tier: %s', async (status, exitCode, step) => {
  cli.replies = [releaseReply(status)];
  const approval = await cli.run(['review', 'approve', 'ir.acme.invoices', '1.4.0'], cli.withToken());
  expect(approval).toMatchObject({ exitCode, err: expect.stringContaining(step) });
  expect(cli.requests).toMatchObject([{ method: 'GET' }]);
});

it('shows where a release comes from, to the reviewer with all claims', async () => {
  const provenance = {
    trust_id: 'tru_1',
    issuer: 'https://ci.example',
    claims: { repository: 'acme/invoices', sha: 'f00d\u001b[2J' },
    public: false,
  };
  const ofStaff = { manifest: {}, publisher_id: 'acme', publisher_name: 'Acme', taken_by: null, checks: [] };
  cli.replies = [releaseReply('submitted', { provenance, ...ofStaff }), releaseReply('submitted', { provenance })];
  const shown = await cli.run(['review', 'show', 'ir.acme.invoices', '1.4.0'], cli.withToken());
  expect(shown.out).toContain('  submitted by a CI job of acme/invoices\n    iss         https://ci.example\n');
  expect(shown.out).toMatch(/\n {4}sha {9}f00d/);
  expect(shown.out).not.toContain('\u001b[2J');
  const status = await cli.run(['release', 'status', 'ir.acme.invoices', '1.4.0'], cli.withPublisherKey());
  expect(status.out).toContain('  submitted by a CI job of acme/invoices\n');
});
