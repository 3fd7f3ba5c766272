/** The inspector before a registry that misbehaves. A real registry: `image-checks.int-spec.ts`. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ImageInspector } from './image-inspector.js';
import { RegistryClient, type RegistrySettings } from './registry.client.js';

const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const config = JSON.stringify({ os: 'linux', architecture: 'amd64', config: { Entrypoint: ['/plugin'], User: '7' } });
const manifest = JSON.stringify({
  schemaVersion: 2,
  config: { mediaType: 'application/vnd.oci.image.config.v1+json', digest: digestOf(config), size: config.length },
  layers: [{ size: 40 }, { size: 2 }],
});
const MANIFEST = `/v2/acme/box/manifests/${digestOf(manifest)}`;
const CONFIG = `/v2/acme/box/blobs/${digestOf(config)}`;
const found = { status: 'found', details: { platforms: [{ platform: 'linux/amd64', size: 42, user: '7' }] } };

type Responses = Readonly<Record<string, RequestListener | string>>;

const cleanups: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()));
});

/** A server that has these documents, and the requests that it received. */
async function serverWith(responses: Responses) {
  const requests: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request);
    const answer = responses[request.url!.split('?')[0]!];
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'string') response.end(answer);
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, requests };
}

async function registryWith(responses: Responses, settings: Partial<RegistrySettings> = {}) {
  const server = await serverWith(responses);
  const defaults = { url: server.origin, account: null, otherHosts: [], issueToken: null };
  const client = new RegistryClient({ ...defaults, ...settings });
  cleanups.push(() => client.onApplicationShutdown());
  const inspector = new ImageInspector({ registryUrl: server.origin, source: client });
  const inspect = (digest = digestOf(manifest), publisher = 'acme') =>
    inspector.inspect(`${server.host}/acme/box@${digest}`, publisher);
  return { ...server, source: client, inspect };
}

const redirect =
  (location: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(307, { location }).end();
const unavailable = { name: 'RegistryUnavailable' };
const account = { username: 'kushk', password: 'secret' };
const basic = `Basic ${Buffer.from('kushk:secret').toString('base64')}`;

describe('an image lookup', () => {
  it('reads size, platform and configuration, and asks once for an image that it knows', async () => {
    const { inspect, requests } = await registryWith({ [MANIFEST]: manifest, [CONFIG]: config });
    expect(await inspect()).toMatchObject(found);
    expect(await inspect()).toMatchObject(found);
    expect(requests).toHaveLength(2);
  });

  it('reads every platform of an index', async () => {
    const index = JSON.stringify({ manifests: Array(6).fill({ digest: digestOf(manifest) }) });
    const { inspect } = await registryWith({
      [`/v2/acme/box/manifests/${digestOf(index)}`]: index,
      [MANIFEST]: manifest,
      [CONFIG]: config,
    });
    const lookup = await inspect(digestOf(index));
    expect(lookup.status === 'found' && lookup.details.platforms).toHaveLength(6);
  });

  it('does not find an image that the registry lacks, and finds it once it is pushed', async () => {
    const responses: Record<string, string> = {};
    const { inspect } = await registryWith(responses);
    expect(await inspect()).toEqual({ status: 'missing' });
    Object.assign(responses, { [MANIFEST]: manifest, [CONFIG]: config });
    expect(await inspect()).toMatchObject(found);
  });

  it.each<[string, Responses]>([
    ['other bytes than the digest', { [MANIFEST]: `${manifest} `, [CONFIG]: config }],
    ['another configuration', { [MANIFEST]: manifest, [CONFIG]: config.replace('"7"', '"0"') }],
    ['no configuration', { [MANIFEST]: manifest }],
    [
      'a document without end',
      {
        [MANIFEST]: (_request, response) => {
          const chunk = Buffer.alloc(64 * 1024, ' ');
          const more = (): void => void (response.destroyed || response.write(chunk, () => setImmediate(more)));
          more();
        },
      },
    ],
  ])('cannot read %s', async (_what, responses) => {
    const { inspect } = await registryWith(responses);
    expect(await inspect()).toEqual({ status: 'unreadable' });
  });

  it.each<[string, RequestListener]>([
    ['fails', (_request, response) => void response.writeHead(500).end('oops')],
    ['breaks off', (_request, response) => void response.writeHead(200, { 'content-length': 99 }).destroy()],
    ['wants an unknown authentication', (_request, response) => void response.writeHead(401).end()],
    ['redirects in a circle', redirect(MANIFEST)],
    ['redirects to another host', redirect('http://127.0.0.1:1/secret')],
    ['redirects to another scheme', redirect('file:///etc/passwd')],
  ])('is unavailable when the registry %s', async (_what, listener) => {
    const { inspect } = await registryWith({ [MANIFEST]: listener });
    await expect(inspect()).rejects.toMatchObject(unavailable);
  });

  it('ends when the registry never answers', async () => {
    const { source, origin, host } = await registryWith({ [MANIFEST]: () => undefined });
    const inspector = new ImageInspector({ registryUrl: origin, source, deadlineMs: 100 });
    const lookup = inspector.inspect(`${host}/acme/box@${digestOf(manifest)}`, 'acme');
    await expect(lookup).rejects.toMatchObject(unavailable);
  });

  it('is unavailable when no registry listens', async () => {
    const client = new RegistryClient({ url: 'http://127.0.0.1:1', account, otherHosts: [], issueToken: null });
    cleanups.push(() => client.onApplicationShutdown());
    const inspector = new ImageInspector({ registryUrl: 'http://127.0.0.1:1', source: client });
    await expect(inspector.inspect(`127.0.0.1:1/acme/box@${digestOf('')}`, 'acme')).rejects.toMatchObject(unavailable);
  });

  it('sends its account to the registry, and neither to its storage nor to a host that is not configured', async () => {
    const storage = await serverWith({ '/blob': config });
    const outside = await serverWith({});
    const challenge: RequestListener = (request, response) => {
      if (request.headers.authorization === basic) response.end(manifest);
      else response.writeHead(401, { 'www-authenticate': 'Basic realm="registry"' }).end();
    };
    const responses: Record<string, RequestListener> = {
      [MANIFEST]: challenge,
      [CONFIG]: redirect(`${storage.origin}/blob`),
    };
    const { inspect } = await registryWith(responses, { account, otherHosts: [storage.host] });
    expect(await inspect()).toMatchObject(found);
    expect(storage.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);

    const other = await registryWith({ ...responses, [CONFIG]: redirect(`${outside.origin}/blob`) }, { account });
    await expect(other.inspect()).rejects.toMatchObject(unavailable);
    const realm = `Bearer realm="${outside.origin}/token",service="x"`;
    const lured = await registryWith(
      { [MANIFEST]: (_request, response) => void response.writeHead(401, { 'www-authenticate': realm }).end() },
      { account },
    );
    await expect(lured.inspect()).rejects.toMatchObject(unavailable);
    expect(outside.requests).toEqual([]);
  });

  it('gets a token for this repository alone from the token service', async () => {
    const service = await serverWith({ '/token': JSON.stringify({ token: 'the.token' }) });
    const challenge = `Bearer realm="${service.origin}/token",service="reg",scope="registry:catalog:*"`;
    const protect =
      (text: string): RequestListener =>
      (request, response) => {
        if (request.headers.authorization === 'Bearer the.token') response.end(text);
        else response.writeHead(401, { 'www-authenticate': challenge }).end();
      };
    const { inspect } = await registryWith(
      { [MANIFEST]: protect(manifest), [CONFIG]: protect(config) },
      { account, otherHosts: [service.host] },
    );
    expect(await inspect()).toMatchObject(found);
    expect(service.requests.map(({ url }) => url)).toEqual(['/token?service=reg&scope=repository%3Aacme%2Fbox%3Apull']);
    expect(service.requests[0]!.headers.authorization).toBe(basic);
  });

  it('of one publisher does not use up what others may look up', async () => {
    const waiting: (() => void)[] = [];
    const { inspect, requests } = await registryWith({
      [MANIFEST]: (_request, response) => void waiting.push(() => response.writeHead(404).end()),
    });
    const slow = Array.from({ length: 4 }, () => inspect());
    await expect(inspect()).rejects.toMatchObject(unavailable);
    const other = inspect(digestOf('other'), 'beta');
    expect(await other).toEqual({ status: 'missing' });
    while (waiting.length < 4) await new Promise((resolve) => setImmediate(resolve));
    for (const answer of waiting) answer();
    expect(await Promise.all(slow)).toEqual(Array(4).fill({ status: 'missing' }));
    expect(requests).toHaveLength(5);
  });
});
