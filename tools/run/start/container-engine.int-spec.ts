import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { findContainerEngine, howToGetEngine } from './container-engine.js';

const folder = mkdtempSync(join(tmpdir(), 'kushk-engines-'));
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the address of a socket that answers as an engine does. */
async function engine(name: string, answer: RequestListener): Promise<string> {
  const path = join(folder, name);
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return `unix://${path}`;
}

describe('the container engine of npm start', () => {
  it('is the one that the environment names, with the name that it gives itself', async () => {
    const version = { Version: '4.3.1', Components: [{ Name: 'Podman Engine' }] };
    const address = await engine('podman.sock', (_request, response) => response.end(JSON.stringify(version)));
    const named = { address, name: 'Podman Engine 4.3.1', mapsUsers: true };
    expect(await findContainerEngine({ KUSHK_CONTAINER_ENGINE: address })).toEqual(named);
    expect(await findContainerEngine({ DOCKER_HOST: address })).toEqual(named);
    expect(await findContainerEngine({ DOCKER_HOST: address, KUSHK_CONTAINER_DRIVER: 'off' })).toBeNull();
  });

  it('maps users with Docker only where its daemon is configured to', async () => {
    const dockerWith = (name: string, options: readonly string[]) =>
      engine(name, ({ url }, response) =>
        response.end(JSON.stringify(url === '/info' ? { SecurityOptions: options } : { Version: '28.0.0' })),
      );
    const plain = await dockerWith('plain.sock', ['name=seccomp,profile=builtin']);
    const remapped = await dockerWith('remapped.sock', ['name=seccomp,profile=builtin', 'name=userns']);
    const found = (address: string) => findContainerEngine({ KUSHK_CONTAINER_ENGINE: address });
    expect(await found(plain)).toEqual({ address: plain, name: 'Docker 28.0.0', mapsUsers: false });
    expect(await found(remapped)).toMatchObject({ mapsUsers: true });
  });

  it('is missing when nothing answers, or no engine does, or too late, and the notice says where', async () => {
    const silent = await engine('silent.sock', () => undefined);
    const other = await engine('other.sock', (_request, response) => response.end('hello'));
    const nothing = `unix://${join(folder, 'nothing.sock')}`;
    for (const address of [silent, other, nothing, 'not an address'])
      expect(await findContainerEngine({ KUSHK_CONTAINER_ENGINE: address }, 500)).toBeNull();
    expect(howToGetEngine({ KUSHK_CONTAINER_ENGINE: nothing })).toBe(`Nothing answers at ${nothing}.`);
  });
});
