import { afterEach, describe, expect, it } from '@jest/globals';
import { freePort, startNats, type RunningServer } from '@kushk/embedded';
import { readiness } from '@kushk/runtime';
import { eventually } from '@kushk/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrokerConnection } from './broker-connection.js';

const folder = mkdtempSync(join(tmpdir(), 'kushk-first-connection-'));
const servers: RunningServer[] = [];

async function start(port: number, login: { readonly user: string; readonly password: string }): Promise<void> {
  const accounts = [`authorization: { user: ${login.user}, password: ${login.password} }`];
  servers.push(
    await startNats({
      storeDir: join(folder, String(port)),
      port,
      logFile: join(folder, `${port}.log`),
      topology: { serverName: `s${port}`, domain: `d${port}`, login, lines: () => accounts },
    }),
  );
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
});

describe('the first connection to NATS', () => {
  it('waits for what the operator mends, and readiness says what that is', async () => {
    const port = await freePort();
    const connecting = BrokerConnection.connect(`nats://a:secret@127.0.0.1:${port}`, 'spec');
    const reports = (problem: string) =>
      eventually(async () => (await readiness()).checks['nats'] === `KUSHK_NATS_URL: ${problem}`);
    await reports('connection refused: nothing listens there');
    await start(port, { user: 'a', password: 'other' });
    await reports('the user, the password or the credentials are not accepted');
    await servers.pop()?.stop();
    await start(port, { user: 'a', password: 'secret' });
    await (await connecting).close();
  });

  it('is made to another server of the list when the first one does not answer', async () => {
    const [absent, port] = [await freePort(), await freePort()];
    await start(port, { user: 'a', password: 'secret' });
    const connection = await BrokerConnection.connect(`nats://a:secret@127.0.0.1:${absent},127.0.0.1:${port}`, 'spec');
    expect(connection.nats.info?.server_name).toBe(`s${port}`);
    await connection.close();
  });
});
