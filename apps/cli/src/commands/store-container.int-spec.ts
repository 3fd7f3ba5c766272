import { describe, expect, it } from '@jest/globals';
import { cliHarness, problemReply } from '../../test/cli-harness.js';

const cli = cliHarness();
const store = (...args: string[]) => cli.run(['store', ...args], cli.withToken());

describe('kushk store, for a container', () => {
  it('shows state, memory, the failed version and denied connections, and restarts it', async () => {
    const container = {
      installation_id: 'ins_1',
      state: 'restarting',
      reason: 'exit code 137',
      since: '2026-11-20T10:00:00.000Z',
      version: '1.0.0',
      image: 'registry.example/acme/invoices@sha256:00',
      failed_version: { version: '1.1.0', reason: 'no 2xx', at: '2026-11-20T09:00:00.000Z' },
      restarts: 3,
      memory_bytes: 52_428_800,
      memory_limit_bytes: 536_870_912,
      egress: {
        allowed: ['mail.acme.ir:443'],
        denied: [
          { host: 'evil\u001b[2J.example', port: 25, protocol: 'tcp', count: 7, last_at: '2026-11-20T10:00:00.000Z' },
        ],
      },
    };
    cli.replies = [
      { status: 200, body: container },
      { status: 200, body: { ...container, state: 'starting' } },
    ];
    const shown = (await store('container', 'ins_1')).out;
    for (const text of [
      'is restarting',
      'exit code 137',
      '1.1.0 (2026-11-20T09:00:00.000Z): no 2xx',
      '50.0 / 512.0 MiB',
    ])
      expect(shown).toContain(text);
    expect(shown).toMatch(/denied:\n {4}evil \[2J\.example:25 {2}tcp {2}7×/);
    expect((await store('restart', 'ins_1', '--json')).out).toContain('"state": "starting"');
    expect(cli.requests.map(({ method, url }) => [method, url])).toEqual([
      ['GET', '/instance/v1/installations/ins_1/container'],
      ['POST', '/instance/v1/installations/ins_1/container/restart'],
    ]);
  });

  it('prints the lines of the log alone on stdout, without control characters', async () => {
    cli.replies = [
      { status: 200, body: { lines: ['ready', 'red \u001b[31m'], truncated: true } },
      problemReply(404, 'installation.not_found'),
    ];
    expect(await store('log', 'ins_1')).toMatchObject({
      exitCode: 0,
      out: 'ready\nred  [31m\n',
      err: 'these are the last lines; older ones exist\n',
    });
    expect(await store('log', 'ins_2')).toMatchObject({ exitCode: 1 });
  });
});
