import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newSigningKey } from '@kushk/credentials';
import { natsBinary } from '@kushk/embedded';
import { readConfig } from '@kushk/runtime';
import { hubFiles, instanceFiles } from './nats-files.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kushk-nats-files-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What nats-server says of a configuration. */
function judged(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return spawnSync(natsBinary(), ['-t', '-c', path], { encoding: 'utf8' }).stderr;
}

describe('the files of npm run nats-operator', () => {
  it('are a configuration that nats-server takes, on the side of the hub and of an instance', async () => {
    const place = { leafUrl: 'nats-leaf://127.0.0.1:7422', dataDir: folder };
    expect(judged('hub.conf', (await hubFiles(place))['nats-hub.conf']!)).toMatch(/is valid/);
    expect(judged('i1.conf', instanceFiles({ ...place, id: 'i1', password: 'a "secret"' })['nats-i1.conf']!)).toMatch(
      /is valid/,
    );
  });

  it('ask for TLS on the port of the links where the address says so', async () => {
    expect((await hubFiles({ leafUrl: 'tls://nats.hub.example:7422', dataDir: folder }))['nats-hub.conf']).toMatch(
      /listen: "0.0.0.0:7422"\n {2}no_advertise: true\n {2}tls \{ cert_file/,
    );
  });

  it('configure a catalogue', async () => {
    const { 'catalogue.json': operator, 'hub.creds': credentials } = await hubFiles({
      leafUrl: 'tls://nats.hub.example:7422',
      dataDir: folder,
    });
    const config = readConfig({
      KUSHK_SERVICE: 'catalogue',
      KUSHK_SCOPE: 'hub',
      KUSHK_DATABASE_URL: 'postgres://x',
      KUSHK_HEALTH_PORT: '1',
      KUSHK_PEPPER: Buffer.alloc(32).toString('base64url'),
      KUSHK_SIGNING_KEY: JSON.stringify(newSigningKey()),
      KUSHK_NATS_URL: 'nats://127.0.0.1:4222',
      KUSHK_NATS_CREDENTIALS: credentials!,
      KUSHK_NATS_OPERATOR: operator!,
    });
    expect(config.natsOperator).toEqual(JSON.parse(operator!));
  });
});
