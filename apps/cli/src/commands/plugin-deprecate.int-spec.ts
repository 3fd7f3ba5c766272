import { describe, expect, it } from '@jest/globals';
import { cliHarness } from '../../test/cli-harness.js';

const cli = cliHarness();
const url = '/developer/v1/plugins/ir.acme.invoices/deprecation';
const command = ['plugin', 'deprecate', 'ir.acme.invoices'];

describe('kushk plugin deprecate', () => {
  it('deprecates a plugin with a reason and a successor, and ends that', async () => {
    const deprecation = { reason: 'Use the other one', successor: 'ir.acme.bills', since: '2026-11-20T10:00:00.000Z' };
    cli.replies = [
      { status: 200, body: deprecation },
      { status: 200, body: { ...deprecation, successor: null } },
      { status: 204, body: null },
    ];
    const named = ['--reason', 'Use the other one', '--successor', 'ir.acme.bills'];
    const first = await cli.run([...command, ...named], cli.withPublisherKey());
    expect(first).toMatchObject({ exitCode: 0, err: '' });
    expect(first.out).toContain('ir.acme.invoices is deprecated');
    const second = await cli.run(['--json', ...command, '--reason', 'Use the other one'], cli.withPublisherKey());
    expect(JSON.parse(second.out)).toMatchObject({ plugin_id: 'ir.acme.invoices', deprecation: { successor: null } });
    const ended = await cli.run([...command, '--end'], cli.withPublisherKey());
    expect(ended).toMatchObject({ exitCode: 0, out: 'ir.acme.invoices is no longer deprecated\n' });
    expect(cli.requests).toMatchObject([
      { method: 'PUT', url, body: { reason: 'Use the other one', successor: 'ir.acme.bills' } },
      { method: 'PUT', url, body: { reason: 'Use the other one' } },
      { method: 'DELETE', url },
    ]);
  });

  it.each([[[]], [['--reason', 'x', '--end']], [['--end', '--successor', 'ir.acme.bills']]])(
    'sends nothing for %j, because a deprecation has a reason or ends',
    async (options) => {
      const { exitCode, err } = await cli.run([...command, ...options], cli.withPublisherKey());
      expect([exitCode, cli.requests]).toEqual([2, []]);
      expect(err).toContain('use either --reason, perhaps with --successor, or --end');
    },
  );
});
