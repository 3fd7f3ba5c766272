import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cliHarness, KEY, RELEASE, VALID_MANIFEST } from '../test/cli-harness.js';

const cli = cliHarness();

describe('connection settings', () => {
  const startDevelopmentSystem = (): void => {
    mkdirSync(join(cli.folder, '.kushk'));
    writeFileSync(
      join(cli.folder, '.kushk', 'dev.json'),
      JSON.stringify({
        hub: { base_url: cli.origin },
        instances: [{ id: 'i1', service_origin: cli.origin }],
        publisher: { id: 'acme', key: KEY },
        staff: { operator_token: 'op' },
        organisation: { id: 'org_9', admin_token: 'ad' },
      }),
    );
  };

  it('accept a trailing line break and reject other white space', async () => {
    cli.replies = [{ status: 200, body: RELEASE }];
    expect(
      (
        await cli.run(
          ['release', 'status', 'a.b', '1.0.0'],
          cli.withPublisherKey({ KUSHK_PUBLISHER_KEY: `${KEY}\r\n` }),
        )
      ).exitCode,
    ).toBe(0);
    expect(cli.requests[0]?.authorization).toBe(`Bearer ${KEY}`);
    expect(
      await cli.run(['release', 'status', 'a.b', '1.0.0'], cli.withPublisherKey({ KUSHK_PUBLISHER_KEY: `${KEY} x` })),
    ).toMatchObject({ exitCode: 4, err: expect.stringContaining('cli.credential_malformed') });
  });

  it('default to those of the development system in the checkout', async () => {
    startDevelopmentSystem();
    cli.replies = [
      { status: 200, body: RELEASE },
      { status: 200, body: { items: [] } },
      { status: 201, body: { plugin_id: 'a.b', version: '1.0.0' } },
    ];
    await cli.run(['release', 'status', 'a.b', '1.0.0']);
    await cli.run(['operator', 'publisher', 'list']);
    await cli.run(['dev', 'publish', cli.writeFile(VALID_MANIFEST)]);
    expect(cli.requests.map(({ authorization, organisation }) => [authorization, organisation])).toEqual([
      [`Bearer ${KEY}`, undefined],
      ['Bearer op', undefined],
      ['Bearer ad', 'org_9'],
    ]);
  });

  it('never combine a credential of the development system with another address', async () => {
    startDevelopmentSystem();
    const { exitCode, err } = await cli.run([
      'release',
      'status',
      'a.b',
      '1.0.0',
      '--base-url',
      cli.origin.replace('127.0.0.1', 'localhost'),
    ]);
    expect({ exitCode, requests: cli.requests }).toEqual({ exitCode: 4, requests: [] });
    expect(err).toContain('KUSHK_PUBLISHER_KEY');
    expect(err).toContain(`the local system answers this command at ${cli.origin}`);
  });

  it('cause exit code 2 when the address is missing, and 4 when the credential is missing or malformed', async () => {
    const { exitCode, err } = await cli.run(['usage']);
    expect([exitCode, err]).toEqual([
      2,
      `kushk: no local system found in ${cli.folder}: start it with "kushk dev", or set KUSHK_DATA_DIR to the folder of the ` +
        'one that runs; for another service set --base-url or KUSHK_BASE_URL (cli.usage)\n',
    ]);
    expect((await cli.run(['usage', '--base-url', 'ftp://x'])).exitCode).toBe(2);
    expect((await cli.run(['usage', '--base-url', cli.origin])).exitCode).toBe(4);
    const malformed = await cli.run(['usage', '--base-url', cli.origin, '--key', 'kp_\nsecret']);
    expect(malformed.exitCode).toBe(4);
    expect(malformed.err).not.toContain('secret');
  });
});
