import { createServer, connect, type AddressInfo, type Server } from 'node:net';
import { Resolver } from 'node:dns/promises';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DeniedAttempt } from '@kushk/contracts';
import { eventually } from '@kushk/testing';
import { allowedRequests } from '../../test/kubernetes/cluster-access.js';
import { endProcess } from '../../test/kubernetes/cluster-controllers.js';
import { clusterSettings, containerToCreate } from '../../test/kubernetes/cluster-settings.js';
import { freePorts } from '../../test/free-ports.js';
import { SimulatedCluster, type StoredObject } from '../../test/kubernetes/simulated-cluster.js';
import { KubernetesApi } from './kubernetes-api.client.js';
import { KubernetesEngine } from './kubernetes-engine.client.js';
import { ClusterNetwork } from './cluster-network.client.js';
import { PORTS_PER_INSTALLATION } from './cluster-relays.js';

/** Ends connections with what it is. */
async function serverWith(name: string): Promise<Server> {
  const server = createServer((socket) => void socket.on('error', () => undefined).end(name));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
/** What arrives at a port of this machine; empty when the connection is refused or reset. */
const receivedAt = (port: number): Promise<string> => text(connect({ host: '127.0.0.1', port })).catch(() => '');

let cluster: SimulatedCluster;
let api: KubernetesApi;
let engine: KubernetesEngine;
let network: ClusterNetwork;
let service: Server;
let destination: Server;
let first: number;
const saved: DeniedAttempt[] = [];
const addressesOf = new Map<string, readonly string[] | null>([['api.acme.ir', ['127.0.0.1']]]);

beforeAll(async () => {
  cluster = await SimulatedCluster.start();
  service = await serverWith('the service');
  destination = await serverWith('the destination');
  first = await freePorts(PORTS_PER_INSTALLATION);
  const settings = { ...clusterSettings, egressPorts: { first, last: first + PORTS_PER_INSTALLATION - 1 } };
  api = new KubernetesApi({ server: cluster.url, namespace: settings.namespace, pause: () => Promise.resolve() });
  engine = new KubernetesEngine(api, settings);
  network = new ClusterNetwork({
    api,
    settings,
    resolve: (name) => Promise.resolve(addressesOf.get(name) ?? null),
    serviceOrigin: `http://127.0.0.1:${portOf(service)}`,
    now: () => new Date(),
    saveDenied: (_, attempts) => Promise.resolve(void saved.push(...attempts)),
  });
});
afterAll(async () => {
  network.closeAll();
  for (const server of [service, destination]) server.close();
  await cluster.stop();
});

const base = containerToCreate();
const { installationId } = base;
const addresses = { ...base.network, slot: 0 };
const protect = async (egress: readonly string[]) => {
  await network.refresh();
  await network.protect(installationId, { addresses, egress });
};
const policies = (): readonly StoredObject[] => cluster.all('NetworkPolicy');

describe('what a container on a cluster may reach', () => {
  it('is the service and the declared destinations, each at a port that is only its own', async () => {
    const egress = [`api.acme.ir:${portOf(destination)}`, 'gone.acme.ir:443'];
    await engine.createNetwork(installationId, addresses);
    await engine.createVolume(installationId);
    await engine.createContainer({ ...base, network: addresses, egress });
    await protect(egress);
    await network.confirm(addresses);
    expect(await receivedAt(first + 1)).toBe('the service');
    expect(await receivedAt(first + 2)).toBe('the destination');
    expect(await receivedAt(first + 3)).toBe('');
    expect(await receivedAt(first + 4)).toBe('');

    const services = cluster.all('Service').filter(({ metadata }) => metadata.labels?.['kushk.part'] === 'relay');
    const pod = cluster.all('Deployment')[0]?.['spec'] as { template: { spec: { hostAliases: object[] } } };
    const aliases = services.map(({ spec }, index) => ({
      ip: (spec as { clusterIP: string }).clusterIP,
      hostnames: [['assistant.example', 'api.acme.ir', 'gone.acme.ir'][index]],
    }));
    expect(pod.template.spec.hostAliases).toEqual(aliases);
    const slices = cluster.all('EndpointSlice').flatMap((slice) => slice['ports'] as { port: number }[]);
    expect(slices.map(({ port }) => port - first)).toEqual([0, 0, 1, 2, 3]);
  });

  it('has a name server that knows the declared names, and counts the others and names without an address', async () => {
    const names = new Resolver({ timeout: 5_000, tries: 3 });
    names.setServers([`127.0.0.1:${first}`]);
    const relay = cluster.all('Service').find(({ metadata }) => metadata.name.endsWith('-x1'));
    expect(await names.resolve4('api.acme.ir')).toEqual([(relay?.['spec'] as { clusterIP: string }).clusterIP]);
    await expect(names.resolve4('secret.attacker.example')).rejects.toThrow('ENOTFOUND');
    await network.refresh();
    const denied = saved.map(({ host, port, protocol }) => ({ host, port, protocol }));
    expect(denied).toContainEqual({ host: 'gone.acme.ir', port: 443, protocol: 'tcp' });
    expect(denied).toContainEqual({ host: 'secret.attacker.example', port: null, protocol: 'dns' });
  });

  it('stays closed when somebody changes the policy, and is found open when somebody adds one', async () => {
    const [policy] = policies();
    const spec = { ...(policy?.['spec'] as object), egress: [{}] };
    cluster.put({ ...policy, spec });
    await network.refresh();
    await expect(network.confirm(addresses)).rejects.toThrow('egress is not closed: the policy of the installation');
    await protect([`api.acme.ir:${portOf(destination)}`, 'gone.acme.ir:443']);
    expect(policies()[0]?.['spec']).toEqual(policy?.['spec']);

    const opening = { podSelector: {}, policyTypes: ['Egress'], egress: [{}] };
    const { apiVersion, kind } = policy!;
    const added = cluster.put({ apiVersion, kind, metadata: { name: 'debug' }, spec: opening });
    await network.refresh();
    await expect(network.confirm(addresses)).rejects.toThrow('the policy debug of the namespace opens more');
    cluster.delete(added);
    await network.refresh();
    await network.confirm(addresses);
  });

  it('changes with the version, comes back after a deletion, and ends with the installation', async () => {
    const egress = ['gone.acme.ir:443', `api.acme.ir:${portOf(destination)}`];
    await protect(egress);
    await eventually(async () => (await receivedAt(first + 3)) === 'the destination');
    expect(await receivedAt(first + 2)).toBe('');
    for (const slice of cluster.all('EndpointSlice')) cluster.delete(slice);
    await protect(egress);
    expect(cluster.all('EndpointSlice')).toHaveLength(3);
    await protect([]);
    expect(cluster.all('Service')).toHaveLength(2);

    await engine.startContainer(installationId);
    await eventually(async () => (await engine.observe(installationId)).container?.host);
    await engine.log(installationId, { lines: 1, bytes: 1 });
    await engine.memoryBytes(installationId);
    endProcess(cluster, installationId, 1);
    await engine.startContainer(installationId);
    await engine.removeContainer(installationId);
    await engine.removeNetwork(installationId);
    await engine.removeVolume(installationId);
    await network.release(installationId);
    expect(await receivedAt(first + 1)).toBe('');
    expect([...cluster.objects.keys()]).toEqual(['Secret/kushk-acme-registry']);
    // The whole life needs these rights, and no others.
    expect([...cluster.used].sort()).toEqual([...allowedRequests()].sort());
  });
});
