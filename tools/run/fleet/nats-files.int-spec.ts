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

/** The output of nats-server when it checks a configuration. */
function validate(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return spawnSync(natsBinary(), ['-t', '-c', path], { encoding: 'utf8' }).stderr;
}

describe('the files that nats-operator writes', () => {
  it('are valid nats-server configurations for the hub and for an instance', async () => {
    const settings = { leafUrl: 'nats-leaf://127.0.0.1:7422', dataDir: folder };
    expect(validate('hub.conf', (await hubFiles(settings))['nats-hub.conf']!)).toMatch(/is valid/);
    expect(
      validate('i1.conf', instanceFiles({ ...settings, id: 'i1', secret: 'a "secret"' })['nats-i1.conf']!),
    ).toMatch(/is valid/);
  });

  it('configure TLS for leaf nodes when the address requires it', async () => {
    expect((await hubFiles({ leafUrl: 'tls://nats.hub.example:7422', dataDir: folder }))['nats-hub.conf']).toMatch(
      /listen: "0.0.0.0:7422"\n {2}no_advertise: true\n {2}tls \{ cert_file/,
    );
  });

  it('let the servers end the connection of a process that hangs', async () => {
    const settings = { leafUrl: 'tls://nats.hub.example:7422', dataDir: folder };
    const hub = (await hubFiles(settings))['nats-hub.conf'];
    const instance = instanceFiles({ ...settings, id: 'i1', secret: 'secret' })['nats-i1.conf'];
    for (const file of [hub, instance]) expect(file).toMatch(/^ping_interval: "1s"\nping_max: 4$/m);
  });

  it('contain a valid configuration of the catalogue', async () => {
    const { 'catalogue.json': operator, 'catalogue.creds': credentials } = await hubFiles({
      leafUrl: 'tls://nats.hub.example:7422',
      dataDir: folder,
    });
    const config = readConfig({
      KUSHK_ENVIRONMENT: 'production',
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
