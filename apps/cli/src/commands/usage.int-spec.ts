import { describe, expect, it } from '@jest/globals';
import { cliHarness } from '../../test/cli-harness.js';

const cli = cliHarness();

describe('kushk usage', () => {
  it('prints the figures of each installation, and says that partial figures are minimums', async () => {
    const figures = {
      mu_consumed: '95.5',
      mu_purchased: '0',
      mu_gifted: '50',
      proposals_applied: 41,
      proposals_rejected: 6,
    };
    cli.replies = [
      {
        status: 200,
        body: {
          month: '2026-10',
          timezone: 'Asia/Tehran',
          partial: true,
          plugins: [{ plugin_id: 'ir.acme.invoices', installations: [{ alias: 'inst_a', ...figures }] }],
        },
      },
    ];
    const { exitCode, out } = await cli.run(['usage', '--month', '2026-10'], cli.withPublisherKey());
    expect({ exitCode, url: cli.requests[0]?.url }).toEqual({ exitCode: 0, url: '/developer/v1/usage?month=2026-10' });
    expect(out).toMatch(/partial[^]*plugin +alias +consumed[^]*ir\.acme\.invoices +inst_a +95\.5 +0 +50 +41 +6\n$/);
  });
});

describe('kushk usage --csv', () => {
  it('prints the CSV document of the hub as it is', async () => {
    const document = 'month,final\r\n2026-10,true\r\n';
    cli.replies = [{ status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' }, body: document }];
    expect(await cli.run(['usage', '--month', '2026-10', '--csv'], cli.withPublisherKey())).toMatchObject({
      exitCode: 0,
      out: document,
    });
    expect(cli.requests[0]?.url).toBe('/developer/v1/usage?month=2026-10&format=csv');
  });

  it('reports a problem of the hub', async () => {
    cli.replies = [{ status: 422, body: { code: 'usage.month_invalid', title: 'The month is not valid', params: {} } }];
    const { exitCode, out, err } = await cli.run(['usage', '--month', 'x', '--csv'], cli.withPublisherKey());
    expect([exitCode, out, err]).toEqual([1, '', expect.stringContaining('The month is not valid')]);
  });
});
