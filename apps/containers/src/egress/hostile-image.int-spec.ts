import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { originForContainers, type DeniedAttempt } from '@kushk/contracts';
import { freePort } from '@kushk/embedded';
import { DEFAULT_CONTAINER_LIMITS } from '@kushk/runtime';
import { eventually, librariesOf } from '@kushk/testing';
import { startUsableEngine } from '../../test/engine-under-test.js';
import { MemoryRecords } from '../../test/memory-records.js';
import { requestContainer } from '../container/on-installation-requested/request-container.js';
import { canConnect } from '../engine/connect.client.js';
import { DockerEngine } from '../engine/docker-engine.client.js';
import { nameAddress, networkAddresses } from '../engine/network-addresses.js';
import { Reconciler } from '../reconciling/reconciler.js';
import { DataImages } from '../volume/data-images.client.js';
import { ContainerNetwork } from './container-network.client.js';
import { KernelFirewall } from './firewall.client.js';
import { tableOf } from './firewall-rules.js';
import { guardedResolver } from './resolve.client.js';

const limits = { ...DEFAULT_CONTAINER_LIMITS, memory_mib: 64, processes: 32, tmp_mib: 8, data_mib: 16, cpus: 1 };
const usable = await startUsableEngine(await freePort());
if ('reason' in usable) process.stderr.write(`The tests with a hostile image did not run: ${usable.reason}\n`);
const onEngine = 'reason' in usable ? describe.skip : describe;
const engine = usable as Exclude<typeof usable, { readonly reason: string }>;

const CONTAINER = `kushk-t${process.pid}-ins_a`;

/** What the names have; a packet to the second one would leave the machine. */
const addresses = new Map([
  ['open.acme.test', ['127.0.0.1']],
  ['inside.acme.test', ['169.254.169.254']],
]);
const denied = new Map<string, readonly DeniedAttempt[]>();
const servers: Server[] = [];
let records: MemoryRecords;
let network: ContainerNetwork;
let reconciler: Reconciler;
let ports: { readonly service: number; readonly open: number; readonly host: number };
let lines: ReadonlyMap<string, string>;

async function listen(address: string, { port = 0, text = 'canary' } = {}): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    socket.end(`HTTP/1.0 200 OK\r\n\r\n${text}`);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  return (server.address() as AddressInfo).port;
}

async function settle(): Promise<void> {
  await reconciler.pass();
  await reconciler.settled();
}

async function attack(): Promise<ReadonlyMap<string, string>> {
  const [own, other] = [0, 1].map((slot) => networkAddresses(engine.names.subnet, slot));
  const given = {
    service_port: ports.service,
    open_port: ports.open,
    host_port: ports.host,
    host_pid: process.pid,
    gateway: own!.gateway,
    own_service: own!.service,
    other: other!.container,
    other_service: other!.service,
    other_destination: nameAddress(other!, 0),
    outside: engine.names.outside,
    secret: join(engine.folder, 'secret'),
    architecture: process.arch,
    processes: limits.processes,
    memory_mib: limits.memory_mib,
    tmp_mib: limits.tmp_mib,
    ...(engine.data === 'image' && { data_mib: limits.data_mib }),
  };
  const options = Object.entries(given).map(([name, value]) => `${name}=${value}`);
  const { output } = await engine.execute(CONTAINER, `/bin/perl /hostile.pl ${options.join(' ')}`);
  if (!output.includes('\t')) throw new Error(`the program did not run: ${output}`);
  return new Map(
    output.split('\n').flatMap((line) => (line.includes('\t') ? [line.split('\t') as [string, string]] : [])),
  );
}

function named(result: 'succeeded' | 'failed'): readonly string[] {
  return [...lines].flatMap(([name, outcome]) => (outcome === result ? [name] : []));
}

onEngine('a hostile image', () => {
  beforeAll(async () => {
    await engine.answerAt(engine.names.outside);
    await writeFile(join(engine.folder, 'secret'), 'canary');
    ports = {
      service: await listen('127.0.0.1'),
      open: await listen('127.0.0.1'),
      host: await listen('0.0.0.0'),
    };
    const serviceOrigin = `http://127.0.0.1:${ports.service}`;
    const common = {
      limits,
      runtime: '',
      firstUserId: engine.firstUserId,
      serviceOrigin: originForContainers(serviceOrigin),
    };
    records = new MemoryRecords(() => Date.now());
    network = new ContainerNetwork({
      firewall: new KernelFirewall({ table: tableOf(engine.names.scope), subnet: engine.names.subnet }),
      resolve: guardedResolver((name) => Promise.resolve(addresses.get(name) ?? []), false),
      serviceOrigin,
      originForContainers: common.serviceOrigin,
      now: () => new Date(),
      saveDenied: (id, attempts) => Promise.resolve(void denied.set(id, [...(denied.get(id) ?? []), ...attempts])),
    });
    reconciler = new Reconciler({
      ...common,
      engine: new DockerEngine({
        ...common,
        address: engine.address,
        scope: engine.names.scope,
        hasIpv6: true,
        registryUrl: engine.registryUrl,
        account: null,
        images: new DataImages({
          folder: join(engine.folder, 'data'),
          scope: engine.names.scope,
          sizeMib: limits.data_mib,
        }),
        isDataLimited: engine.data === 'image',
      }),
      records,
      canConnect,
      network,
      subnet: engine.names.subnet,
      nowMs: () => Date.now(),
      onFailure: () => undefined,
    });
    const files = {
      '/bin/perl': { from: '/usr/bin/perl' },
      '/hostile.pl': { from: join(import.meta.dirname, '../../test/hostile.pl') },
      ...(await librariesOf('/usr/bin/perl')),
    };
    const image = await engine.push('acme/hostile', ['httpd', '-f', '-p', '8080', '-h', '/'], files);
    const egress = [
      `open.acme.test:${ports.open}`,
      `inside.acme.test:${ports.open}`,
      `${engine.names.outside}:${ports.host}`,
    ];
    for (const id of ['ins_a', 'ins_b']) {
      const spec = { version: '1.0.0', image, port: 8080, egress };
      const parties = { organisationId: 'org_1', pluginId: 'ir.acme.box', label: id };
      records.run(id, (state, at) => requestContainer(state, { ...parties, spec, at }));
    }
    await eventually(async () => {
      await settle();
      for (const id of ['ins_a', 'ins_b']) expect(records.state(id).status).toBe('running');
      return true;
    }, 60_000);
    // Without it the container's own kernel refuses most of the attempts, and the rules have nothing to drop.
    await engine.addDefaultRoute(CONTAINER, networkAddresses(engine.names.subnet, 0).gateway);
    lines = await attack();
  });
  afterAll(async () => {
    network.closeAll();
    await engine.stop();
    for (const server of servers) server.close();
  });

  it('reaches what it may, and fails at everything else that it tries', () => {
    expect(named('succeeded')).toEqual([
      'control: reaches the service',
      'control: reaches the declared destination',
      'control: writes to /data',
      'control: writes to /tmp',
      ...(engine.data === 'image' ? ['control: finds /data full at its limit'] : []),
    ]);
    expect(named('failed').length).toBeGreaterThan(40);
  });

  it('has its attempts at other destinations counted', async () => {
    await network.refresh();
    const [own, other] = [0, 1].map((slot) => networkAddresses(engine.names.subnet, slot));
    const found = new Set((denied.get('ins_a') ?? []).map(({ protocol, host, port }) => `${protocol} ${host} ${port}`));
    for (const attempt of [
      `tcp ${other!.container} 8080`,
      `tcp ${other!.service} ${ports.service}`,
      `tcp ${nameAddress(other!, 0)} ${ports.open}`,
      `tcp ${own!.gateway} ${ports.host}`,
      `tcp service.containers.internal ${ports.host}`,
      `tcp open.acme.test ${ports.host}`,
      `tcp ${engine.names.outside} ${ports.host}`,
      `tcp inside.acme.test ${ports.open}`,
      'dns undeclared.acme.test null',
      'dns c2vjcmv0.tunnel.acme.test null',
      `udp ${own!.gateway} 53`,
      `udp ${engine.names.outside} 53`,
    ])
      expect(found).toContain(attempt);
    expect(denied.get('ins_b')).toBeUndefined();
  });

  it('stays closed in after the rules vanished, and follows a declared name to its next address', async () => {
    const get = (address: string) => `printf 'GET / HTTP/1.0\\r\\n\\r\\n' | nc -w 2 ${address}`;
    const { gateway } = networkAddresses(engine.names.subnet, 0);
    await engine.removeRules();
    await settle();
    expect((await engine.execute(CONTAINER, get(`${gateway} ${ports.host}`))).output).not.toContain('canary');
    await listen('127.0.0.2', { port: ports.open, text: 'the canary that moved' });
    addresses.set('open.acme.test', ['127.0.0.2']);
    expect((await engine.execute(CONTAINER, get(`open.acme.test ${ports.open}`))).output).toContain('that moved');
  });
});
