import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execFileSync } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { originForContainers } from '@kushk/contracts';
import { freePort } from '@kushk/embedded';
import { DEFAULT_CONTAINER_LIMITS } from '@kushk/runtime';
import { eventually } from '@kushk/testing';
import { expectContract, removedContainer } from '../../test/engine-contract.js';
import { startUsableEngine } from '../../test/engine-under-test.js';
import { MemoryRecords } from '../../test/memory-records.js';
import { changeAvailability } from '../container/on-availability-changed/change-availability.js';
import { changeVersion } from '../container/on-capabilities-changed/change-version.js';
import { requestContainer } from '../container/on-installation-requested/request-container.js';
import { ContainerNetwork } from '../egress/container-network.client.js';
import { KernelFirewall } from '../egress/firewall.client.js';
import { tableOf } from '../egress/firewall-rules.js';
import { Reconciler } from '../reconciling/reconciler.js';
import { DataImages } from '../volume/data-images.client.js';
import { canConnect } from './connect.client.js';
import { DockerEngine } from './docker-engine.client.js';
import { networkAddresses } from './network-addresses.js';

const REGISTRY_PORT = await freePort();
const limits = { ...DEFAULT_CONTAINER_LIMITS, memory_mib: 64, processes: 32, tmp_mib: 8, data_mib: 16 };

const usable = await startUsableEngine(REGISTRY_PORT);
if ('reason' in usable) process.stderr.write(`The tests with a container engine did not run: ${usable.reason}\n`);
const onEngine = 'reason' in usable ? describe.skip : describe;
const engine = usable as Exclude<typeof usable, { readonly reason: string }>;

let docker: DockerEngine;
let service: Server;
let network: ContainerNetwork;
let serviceOrigin: string;
let images: { readonly first: string; readonly second: string; readonly silent: string };
let serviceRequests = 0;
const records = new MemoryRecords(() => Date.now());

function newReconciler(): Reconciler {
  return new Reconciler({
    engine: docker,
    records,
    canConnect,
    network,
    subnet: engine.names.subnet,
    limits,
    runtime: '',
    firstUserId: engine.firstUserId,
    serviceOrigin,
    nowMs: () => Date.now(),
    onFailure: () => undefined,
  });
}

async function settle(reconciler: Reconciler): Promise<void> {
  await reconciler.pass();
  await reconciler.settled();
}

const nameOf = (id: string): string => `kushk-${engine.names.scope}-${id}`;
const inside = (id: string, script: string) => engine.execute(nameOf(id), script);

const dataFolder = (): string => join(engine.folder, 'data');

async function mounted(): Promise<readonly string[]> {
  const text = await readFile('/proc/self/mountinfo', 'utf8');
  return text.split('\n').flatMap((line) => (line.includes(` ${dataFolder()}/`) ? [line.split(' ')[4]!] : []));
}

/** The ids of the container's users on this machine, and the user to whom a file in its `/data` belongs here. */
async function userIdsOf(id: string, file: string): Promise<readonly [map: readonly number[], owner: number]> {
  const pid = await engine.pidOf(nameOf(id));
  const map = (await readFile(`/proc/${pid}/uid_map`, 'utf8')).trim().split(/\s+/).map(Number);
  return [map, (await stat(`/proc/${pid}/root/data/${file}`)).uid];
}

async function untilListening(id: string, version: string, reconciler = newReconciler()): Promise<void> {
  await eventually(async () => {
    await settle(reconciler);
    expect(records.state(id)).toMatchObject({ status: 'running', listening: { version } });
    expect(await canConnect((records.state(id) as { listening: { address: string } }).listening.address)).toBe(true);
    return true;
  }, 90_000);
}

function request(id: string, image: string): void {
  const spec = { version: '1.0.0', image, port: 8080, egress: [] };
  const parties = { organisationId: 'org_1', pluginId: 'ir.acme.box', label: id };
  records.run(id, (state, at) => requestContainer(state, { ...parties, spec, at }));
}

onEngine('a container on a real engine', () => {
  beforeAll(async () => {
    const web = ['httpd', '-f', '-p', '8080', '-h', '/'];
    images = {
      first: await engine.push('acme/first', web),
      second: await engine.push('acme/second', [...web, '-v']),
      silent: await engine.push('acme/silent', ['sh', '-c', 'echo started; exit 3']),
    };
    service = createServer((_request, response) => {
      serviceRequests += 1;
      response.end('the service');
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    serviceOrigin = originForContainers(origin);
    network = new ContainerNetwork({
      firewall: new KernelFirewall({ table: tableOf(engine.names.scope), subnet: engine.names.subnet }),
      resolve: () => Promise.resolve(null),
      serviceOrigin: origin,
      originForContainers: serviceOrigin,
      now: () => new Date(),
      saveDenied: () => Promise.resolve(),
    });
    docker = new DockerEngine({
      address: engine.address,
      scope: engine.names.scope,
      runtime: '',
      firstUserId: engine.firstUserId,
      limits,
      serviceOrigin,
      hasIpv6: true,
      registryUrl: engine.registryUrl,
      account: null,
      images: new DataImages({ folder: dataFolder(), scope: engine.names.scope, sizeMib: limits.data_mib }),
      isDataLimited: engine.data === 'image',
    });
  });
  afterAll(async () => {
    network.closeAll();
    await engine.stop();
    service.close();
  });

  it('is pulled by digest, listens, reaches the service but neither a neighbour nor the host, and has no rights', async () => {
    request('ins_a', images.first);
    request('ins_b', images.first);
    await untilListening('ins_a', '1.0.0');
    await untilListening('ins_b', '1.0.0');
    const { hostname, port } = new URL(serviceOrigin);
    const gateway = `$(awk '$2 == "${hostname}" { print $1 }' /etc/hosts)`;
    const get = (host: string, at: string | number): string =>
      `printf 'GET / HTTP/1.0\\r\\n\\r\\n' | nc -w 2 ${host} ${at} | grep -q HTTP/1.1`;
    expect(await inside('ins_a', get(gateway, port))).toEqual({ output: '', code: 0 });
    expect(serviceRequests).toBe(1);
    const other = (records.state('ins_b') as { listening: { address: string } }).listening.address;
    for (const attempt of [
      get(other.replace(':8080', ''), 8080).replace('HTTP/1.1', 'HTTP/1'),
      get(gateway, REGISTRY_PORT),
      'touch /file',
      'mount -t tmpfs none /data',
      'chown 1 /data',
      'cd tmp && mknod device c 1 3',
      'cd tmp && cp /bin/busybox copy && ./copy true',
      'dd if=/dev/zero of=tmp/file bs=1M count=64',
    ])
      expect({ attempt, failed: (await inside('ins_a', attempt)).code !== 0 }).toEqual({ attempt, failed: true });
    const { output } = await inside(
      'ins_a',
      'cat /proc/self/status; echo "$PORT $DATA_DIR"; touch /data/kept && echo written',
    );
    expect(output).toMatch(/CapEff:\s+0{16}/);
    expect(output).toMatch(/NoNewPrivs:\s+1/);
    expect(output).toMatch(/Seccomp:\s+2/);
    expect(output).toContain('8080 /data');
    expect(output).toContain('written');
    expect((await inside('ins_b', 'touch /data/kept')).code).toBe(0);
    const [first, second] = [engine.firstUserId, engine.firstUserId + 65_536];
    expect(await userIdsOf('ins_a', 'kept')).toEqual([[0, first, 65_536], first]);
    expect(await userIdsOf('ins_b', 'kept')).toEqual([[0, second, 65_536], second]);
  });

  it('comes back after an end of its process, of the container, and of the engine', async () => {
    await docker.stopContainer('ins_a');
    await untilListening('ins_a', '1.0.0');
    await removedContainer(docker, 'ins_b');
    await engine.kill();
    await expect(newReconciler().pass()).rejects.toThrow();
    await engine.start();
    await untilListening('ins_b', '1.0.0');
    const reconciler = newReconciler();
    await eventually(async () => {
      await settle(reconciler);
      expect((await inside('ins_a', 'ls /data')).output).toContain('kept');
      return true;
    }, 90_000);
  });

  it('is replaced by a new version with the same volume, and stops while the installation is paused', async () => {
    const spec = { version: '1.1.0', image: images.second, port: 8080, egress: [] };
    const parties = { organisationId: 'org_1', pluginId: 'ir.acme.box', label: 'unused' };
    records.run('ins_a', (state, at) => changeVersion(state, { ...parties, spec, at }));
    await untilListening('ins_a', '1.1.0');
    expect((await inside('ins_a', 'ls /data; cat /proc/1/cmdline')).output).toMatch(/kept[^]*-v/);
    records.run('ins_a', (state, at) => changeAvailability(state, { isAllowed: false, at }));
    await settle(newReconciler());
    expect((await docker.observe('ins_a')).container?.state).toBe('ended');
    records.run('ins_a', (state, at) => changeAvailability(state, { isAllowed: true, at }));
    await untilListening('ins_a', '1.1.0');
  });

  it('finds its data again after a restart of the machine, which unmounts it, and leaves none after its removal', async () => {
    if (engine.data !== 'image') return;
    await docker.stopContainer('ins_a');
    const files = (await mounted()).filter((path) => path.endsWith('ins_a'));
    expect(files).toHaveLength(1);
    execFileSync('umount', files);
    const reconciler = newReconciler();
    await eventually(async () => {
      await settle(reconciler);
      expect((await inside('ins_a', 'ls /data')).output).toContain('kept');
      return true;
    }, 90_000);
    await removedContainer(docker, 'ins_b');
    await eventually(async () => {
      await docker.removeVolume('ins_b');
      return true;
    });
    expect(await docker.observe('ins_b')).toMatchObject({ container: null, hasVolume: false });
    expect((await mounted()).map((path) => basename(path))).toEqual(['ins_a']);
    expect(await readdir(join(dataFolder(), engine.names.scope))).toEqual(['ins_a', 'ins_a.ext4']);
  });

  it('has the life that every driver gives it, also when each step is taken twice', async () => {
    await expectContract(docker, {
      installationId: 'ins_d',
      label: 'ins_d',
      image: images.first,
      port: 8080,
      fingerprint: 'any',
      network: networkAddresses(engine.names.subnet, 3),
      egress: [],
      hosts: new Map(),
    });
  });

  it('shows why it ended, and its last lines', async () => {
    request('ins_c', images.silent);
    const reconciler = newReconciler();
    await eventually(async () => {
      await settle(reconciler);
      expect(records.statuses.get('ins_c')).toMatchObject({
        state: 'restarting',
        reason: 'it ended with exit code 3',
      });
      return true;
    }, 90_000);
    expect(await docker.log('ins_c', { lines: 1, bytes: 1_024 })).toMatchObject({ lines: ['started'] });
  });
});
