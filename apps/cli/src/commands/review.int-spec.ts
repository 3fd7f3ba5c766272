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
