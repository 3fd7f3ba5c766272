/** The hub as the token service of a real registry, with a client that people use. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasRegistry, pushImage, startRegistry, type TestRegistry } from '@kushk/testing';
import { startHub, type HubHarness } from './hub-harness.js';

const run = promisify(execFile);
const isComplete = hasRegistry() && ['/usr/bin/skopeo', '/usr/bin/openssl'].every((program) => existsSync(program));
const whereComplete = isComplete ? describe : describe.skip;
/** Two registries and a hub on a busy machine. */
const STARTS_WITHIN_MS = 180_000;
const OPERATOR = 'engines:the password of the engines';
const [operatorUser = '', operatorPassword = ''] = OPERATOR.split(':');

whereComplete('the registry of a hub (needs docker-registry, skopeo and openssl)', () => {
  let folder: string;
  let front: Server;
  let source: TestRegistry;
  let registry: TestRegistry;
  let hub: HubHarness;
  let image: string;
  let key: { readonly id: string };
  let secret: string;

  const skopeo = async (...args: readonly string[]): Promise<'done' | 'refused'> => {
    try {
      await run('skopeo', ['--insecure-policy', ...args], { env: { ...process.env, HOME: folder } });
      return 'done';
    } catch (error) {
      const { stderr } = error as { stderr: string };
      expect(stderr).toMatch(/unauthorized|denied|authentication required|invalid username\/password/i);
      return 'refused';
    }
  };
  const push = (name: string, credentials: string) =>
    skopeo(
      'copy',
      '--preserve-digests',
      '--src-tls-verify=false',
      '--dest-tls-verify=false',
      '--dest-creds',
      credentials,
      `docker://${image}`,
      `docker://${new URL(registry.url).host}/${name}:1`,
    );
  const pull = (name: string, credentials: string) =>
    skopeo('inspect', '--tls-verify=false', '--creds', credentials, `docker://${new URL(registry.url).host}/${name}:1`);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kushk-registry-key-'));
    const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=kushk'];
    await run('openssl', ['req', '-x509', '-days', '365', ...newKey, '-keyout', keyFile, '-out', certificateFile]);
    // The registry must know the hub's address, and the hub the registry's. So a proxy is before the hub.
    front = createServer((request, response) => {
      const { method, url, headers } = request;
      const onward = send({ host: '127.0.0.1', port: hub.ports[0], method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      request.pipe(onward);
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    const { port } = front.address() as AddressInfo;
    source = await startRegistry();
    registry = await startRegistry({
      tokens: {
        realm: `http://127.0.0.1:${port}/registry/token`,
        service: 'kushk-registry',
        issuer: 'kushk',
        certificate: await readFile(certificateFile, 'utf8'),
      },
    });
    hub = await startHub({
      environment: {
        KUSHK_REGISTRY_URL: registry.url,
        KUSHK_REGISTRY_TOKEN_KEY: await readFile(keyFile, 'utf8'),
        KUSHK_REGISTRY_USER: operatorUser,
        KUSHK_REGISTRY_PASSWORD: operatorPassword,
      },
    });
    const config = { Entrypoint: ['/plugin'], User: '1000' };
    image = await pushImage({ registryUrl: source.url, name: 'box', files: { plugin: { text: 'x' } }, config });
    const issued = await hub.staff('/operator/v1/publishers/acme/keys', { json: { label: 'CI', purpose: 'registry' } });
    expect(issued).toMatchObject({ status: 201, json: { key: { label: 'CI', purpose: 'registry' } } });
    ({ key, secret } = issued.json as unknown as { key: { id: string }; secret: string });
  }, STARTS_WITHIN_MS);
  afterAll(async () => {
    await hub?.stop();
    await registry?.stop();
    await source?.stop();
    front?.closeAllConnections();
    front?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('takes an image from a publisher at its own path alone, and the hub reads it at the submission', async () => {
    expect(await push('acme/box', `acme:${secret}`)).toBe('done');
    expect(await push('beta/box', `acme:${secret}`)).toBe('refused');
    expect(await push('acme/box', `beta:${secret}`)).toBe('refused');
    expect(await pull('acme/box', `acme:${secret}`)).toBe('done');
    const digest = image.slice(image.indexOf('@'));
    const manifest = {
      schema: '1',
      id: 'ir.acme.box',
      version: '1.0.0',
      publisher: 'acme',
      kind: 'instance',
      plugin_api: '1.0',
      names: { en: 'Box' },
      image: `${new URL(registry.url).host}/acme/box${digest}`,
      egress: [],
    };
    const checked = await hub.publisher('/developer/v1/checks', { json: { manifest } });
    expect(checked).toMatchObject({ status: 200, json: { warnings: [] } });
    const imageCheck = (checked.json['checks'] as { name: string }[]).find(({ name }) => name === 'image');
    expect(imageCheck).toMatchObject({ outcome: 'passed', details: { platforms: [{ user: '1000' }] } });
  });

  it('lets the account of the operator pull everything and push nothing', async () => {
    expect(await push('acme/pulled', `acme:${secret}`)).toBe('done');
    expect(await pull('acme/pulled', OPERATOR)).toBe('done');
    expect(await push('acme/pushed', OPERATOR)).toBe('refused');
    expect(await pull('acme/pulled', `${operatorUser}:wrong`)).toBe('refused');
    const shown = await hub.staff('/operator/v1/registry');
    const withoutPassword = { url: registry.url, accounts: 'publisher_keys', user: null, password: null };
    expect(shown).toMatchObject({ status: 200, json: withoutPassword });
  });

  it('accepts no other credential, and its keys are accepted nowhere else', async () => {
    const me = await hub.anyone()('/developer/v1/me', { headers: { authorization: `Bearer ${secret}` } });
    expect(me.status).toBe(401);
    for (const account of [`acme:${hub.key}`, 'acme:', `:${secret}`]) {
      const authorization = `Basic ${Buffer.from(account).toString('base64')}`;
      const refused = await hub.anyone()('/registry/token', { headers: { authorization } });
      expect(refused).toMatchObject({ status: 401, json: { code: 'auth.registry_account_invalid' } });
      expect(refused.headers['www-authenticate']).toMatch(/^Basic /);
    }
    expect((await hub.anyone()('/registry/token')).status).toBe(401);
  });

  it('takes nothing more once the key is revoked, and the audit log says who issued and revoked it', async () => {
    expect(await push('acme/revoked', `acme:${secret}`)).toBe('done');
    const path = `/operator/v1/publishers/acme/keys/${key.id}`;
    expect((await hub.staff(path, { method: 'DELETE' })).status).toBe(204);
    expect(await push('acme/revoked', `acme:${secret}`)).toBe('refused');
    const { json } = await hub.staff(`/operator/v1/audit?subject=${key.id}`);
    expect(json['items']).toMatchObject([
      { action: 'key.revoked' },
      { action: 'key.issued', details: { purpose: 'registry' } },
    ]);
  });
});
