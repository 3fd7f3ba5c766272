import { afterEach, describe, expect, it } from '@jest/globals';
import { freePort, startNats, type RunningServer } from '@kushk/embedded';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrokerConnection } from '../connection/broker-connection.js';

let nats: RunningServer;
let folder: string;

async function start(maxPayload: string): Promise<string> {
  folder = mkdtempSync(join(tmpdir(), 'kushk-payload-'));
  nats = await startNats({
    storeDir: folder,
    port: await freePort(),
    logFile: join(folder, 'nats.log'),
    topology: { serverName: 'small', domain: 'small', login: null, lines: () => [`max_payload: ${maxPayload}`] },
  });
  return nats.url;
}

afterEach(async () => {
  await nats.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a connection to NATS', () => {
  it('is refused while max_payload of the server is below 8 MiB, and the error names both values', async () => {
    await expect(BrokerConnection.connect(await start('1MB'), 'spec')).rejects.toThrow(
      'max_payload of NATS is 1048576 bytes and must be at least 8388608',
    );
  });
});
