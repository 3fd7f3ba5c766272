import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cliHarness } from '../../test/cli-harness.js';

const cli = cliHarness();
const DAY_SECONDS = 86_400;
const clock = (days: number) => ({
  status: 200,
  body: { now: '2026-12-20T10:00:00.000Z', ahead_seconds: days * DAY_SECONDS },
});

function startDevelopmentSystem(): void {
  mkdirSync(join(cli.folder, '.kushk'));
  const content = {
    hub: { base_url: cli.origin },
    instances: [{ id: 'i1', service_origin: cli.origin }],
    staff: { operator_token: 'op', platform_admin_token: 'pa' },
  };
  writeFileSync(join(cli.folder, '.kushk', 'dev.json'), JSON.stringify(content));
}

describe('kushk dev clock', () => {
  it('moves the instance and then the hub to the same place, also when one of them was moved before', async () => {
    startDevelopmentSystem();
    cli.replies = [clock(1), clock(0), clock(31), clock(31), clock(31), clock(31)];
    const { exitCode, out } = await cli.run(['dev', 'clock', '+30d']);
    expect([exitCode, out]).toEqual([0, expect.stringContaining('hub  2026-12-20T10:00:00.000Z  31 d 0 h ahead')]);
    expect(cli.requests.map(({ method, url, authorization, body }) => [method, url, authorization, body])).toEqual([
      ['GET', '/instance/v1/dev/clock', 'Bearer pa', undefined],
      ['GET', '/operator/v1/dev/clock', 'Bearer op', undefined],
      ['POST', '/instance/v1/dev/clock', 'Bearer pa', { advance: `PT${30 * DAY_SECONDS}S` }],
      ['POST', '/operator/v1/dev/clock', 'Bearer op', { advance: `PT${31 * DAY_SECONDS}S` }],
      ['GET', '/instance/v1/dev/clock', 'Bearer pa', undefined],
      ['GET', '/operator/v1/dev/clock', 'Bearer op', undefined],
    ]);
  });

  it('only shows the clocks without an argument, and moves nothing back', async () => {
    startDevelopmentSystem();
    cli.replies = [clock(0), clock(0)];
    const shown = await cli.run(['dev', 'clock']);
    expect([shown.exitCode, shown.out]).toEqual([0, expect.stringContaining('the real time')]);
    for (const wrong of ['30d', '+0d', '+1y']) expect((await cli.run(['dev', 'clock', wrong])).exitCode).toBe(2);
    expect(cli.requests).toHaveLength(2);
  });

  it('says that no local system runs', async () => {
    expect(await cli.run(['dev', 'clock'])).toMatchObject({ err: expect.stringContaining('cli.no_system') });
  });
});
