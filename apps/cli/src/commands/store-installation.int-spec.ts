import { expect, it } from '@jest/globals';
import { cliHarness } from '../../test/cli-harness.js';

const cli = cliHarness();
const removed = { installation_id: 'ins_1', plugin_id: 'ir.a.b', version: '1.0.0', status: 'removed', plan: null };

it('removes an installation where nobody can confirm it only with --yes', async () => {
  const refused = await cli.run(['store', 'remove', 'ins_1'], cli.withToken());
  expect(refused).toMatchObject({ exitCode: 2, err: expect.stringContaining('add --yes') });
  expect(cli.requests).toEqual([]);

  cli.replies = [{ status: 200, body: removed }];
  const { exitCode } = await cli.run(['store', 'remove', 'ins_1', '--yes'], cli.withToken());
  expect(exitCode).toBe(0);
  expect(cli.requests).toMatchObject([{ method: 'DELETE', url: '/instance/v1/installations/ins_1' }]);
});
