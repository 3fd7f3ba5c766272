import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_CONTAINER_LIMITS } from '@kushk/runtime';
import { DockerEngine, NoUserNamespace } from './docker-engine.client.js';
import { networkAddresses } from './network-addresses.js';

const folder = mkdtempSync(join(tmpdir(), 'kushk-user-ids-'));
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

interface Engine {
  readonly name: string;
  readonly securityOptions: readonly string[];
}

/** Asks an engine that answers as this one does for a container. Returns its `HostConfig` as the engine got it. */
async function created({ name, securityOptions }: Engine, firstUserId: number | null): Promise<unknown> {
  const path = join(folder, `${servers.length}.sock`);
  let hostConfig: unknown = 'not requested';
  const server = createServer((request, response) => {
    const answers: Readonly<Record<string, unknown>> = {
      '/v1.41/version': { Version: '1', Components: [{ Name: name, Version: '1' }] },
      '/v1.41/info': { SecurityOptions: securityOptions },
    };
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const isCreation = request.url?.startsWith('/v1.41/containers/create') ?? false;
      if (isCreation) hostConfig = (JSON.parse(body) as { HostConfig: unknown }).HostConfig;
      const answer = isCreation ? { Id: 'c1' } : answers[request.url ?? ''];
      response.statusCode = answer === undefined ? 404 : isCreation ? 201 : 200;
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer ?? {}));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const none = () => Promise.reject(new Error('no volume has a file'));
  const engine = new DockerEngine({
    address: `unix://${path}`,
    scope: 'acme',
    runtime: '',
    firstUserId,
    limits: DEFAULT_CONTAINER_LIMITS,
    serviceOrigin: 'http://service.containers.internal',
    hasIpv6: false,
    registryUrl: 'http://127.0.0.1:5000',
    account: null,
    images: { create: none, mount: none, remove: none },
    isDataLimited: false,
  });
  await engine.createContainer({
    installationId: 'ins_a',
    label: 'a',
    image: 'any',
    port: 8080,
    fingerprint: 'any',
    network: networkAddresses('10.213.0.0/16', 2),
    egress: [],
    hosts: new Map(),
  });
  return hostConfig;
}

const podman: Engine = { name: 'Podman Engine', securityOptions: ['name=seccomp,profile=default'] };
const docker: Engine = { name: 'Engine', securityOptions: ['name=seccomp,profile=builtin'] };
const remapped: Engine = { ...docker, securityOptions: [...docker.securityOptions, 'name=userns'] };

describe('the user ids of a container', () => {
  it('are a range of its own with Podman', async () => {
    expect(await created(podman, 1_000_000)).toMatchObject({
      UsernsMode: 'auto:size=65536,uidmapping=0:1131072:65536,gidmapping=0:1131072:65536',
      Binds: ['kushk-acme-ins_a:/data:U'],
    });
  });

  it('are those of Docker where it maps users, or where the configuration allows the ids of the machine', async () => {
    const config = (engine: Engine, ids: number | null) => created(engine, ids);
    for (const hostConfig of [
      await config(remapped, 1_000_000),
      await config(docker, null),
      await config(podman, null),
    ]) {
      expect(hostConfig).toMatchObject({ Mounts: [{ Type: 'volume', Target: '/data' }] });
      expect(hostConfig).not.toHaveProperty('UsernsMode');
    }
  });

  it('are never those of the machine otherwise: the container is not created', async () => {
    const attempt = created(docker, 1_000_000);
    await expect(attempt).rejects.toThrow(NoUserNamespace);
    await expect(attempt).rejects.toThrow('KUSHK_CONTAINER_USER_IDS=off');
  });
});
