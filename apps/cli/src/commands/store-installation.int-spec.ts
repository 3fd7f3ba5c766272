import { expect, it } from '@jest/globals';
import { cliHarness } from '../../test/cli-harness.js';

const cli = cliHarness();
const removed = { installation_id: 'ins_1', plugin_id: 'ir.a.b', version: '1.0.0', status: 'removed', plan: null };

it('removes an installation where nobody can confirm it only with --yes', async () => {
  const refused = await cli.run(['store', 'remove', 'ins_1'], cli.withToken());
  expect(refused).toMatchObject({ exitCode: 2, err: expect.stringContaining('add --yes') });
  expect(cli.requests.filter(({ method }) => method !== 'GET')).toEqual([]);

  cli.requests = [];
  cli.replies = [{ status: 200, body: removed }];
  const { exitCode } = await cli.run(['store', 'remove', 'ins_1', '--yes'], cli.withToken());
  expect(exitCode).toBe(0);
  expect(cli.requests).toMatchObject([{ method: 'DELETE', url: '/instance/v1/installations/ins_1' }]);
});

it('says in numbers what a removal costs', async () => {
  cli.replies = [
    { status: 200, body: { remaining: { gifted: '100', purchased: '7.5' } } },
    { status: 200, body: { manifest: { records: [{ type: 'tender' }, { type: 'bid' }] } } },
    { status: 200, body: { items: [{}, {}, {}], next_cursor: null } },
    { status: 200, body: { items: [{}], next_cursor: null } },
  ];
  const { err } = await cli.run(['store', 'remove', 'ins_1'], cli.withToken());
  expect(err.split('\n').slice(0, 3)).toEqual([
    'lost for ever: 100 MU that were a gift',
    'kept for the next installation: 7.5 purchased MU',
    'lost for ever: 4 records of the plugin',
  ]);
});
