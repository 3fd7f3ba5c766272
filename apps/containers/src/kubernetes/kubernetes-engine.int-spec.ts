import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_CONTAINER_LIMITS } from '@kushk/runtime';
import { eventually } from '@kushk/testing';
import fc from 'fast-check';
import { endProcess, isRunningAt } from '../../test/kubernetes/cluster-controllers.js';
import { clusterSettings, containerToCreate } from '../../test/kubernetes/cluster-settings.js';
import { expectContract } from '../../test/engine-contract.js';
import { freePorts } from '../../test/free-ports.js';
import { MemoryRecords } from '../../test/memory-records.js';
import { SimulatedCluster, type ClusterFault } from '../../test/kubernetes/simulated-cluster.js';
import { SimulatedEngine } from '../../test/simulated-engine.js';
import { SimulatedNetwork } from '../../test/simulated-network.js';
import { changeAvailability } from '../container/on-availability-changed/change-availability.js';
import { changeVersion } from '../container/on-capabilities-changed/change-version.js';
import { abandonContainer } from '../container/on-installation-removed/abandon-container.js';
import { requestContainer } from '../container/on-installation-requested/request-container.js';
import { ClusterNetwork } from './cluster-network.client.js';
import { PORTS_PER_INSTALLATION } from './cluster-relays.js';
import { Reconciler, type ReconcilerOptions } from '../reconciling/reconciler.js';
import { KubernetesApi, type KubernetesApiOptions } from './kubernetes-api.client.js';
import { KubernetesEngine } from './kubernetes-engine.client.js';

const container = containerToCreate();
const { installationId: id } = container;
const TIMEOUT_MS = 2_000;

function apiOn(cluster: SimulatedCluster, more: Partial<KubernetesApiOptions> = {}): KubernetesApi {
  const { namespace } = clusterSettings;
  return new KubernetesApi({ server: cluster.url, namespace, requestTimeoutMs: TIMEOUT_MS, ...more });
}

function engineOn(cluster: SimulatedCluster, pauses: number[] = []): KubernetesEngine {
  const pause = (ms: number) => Promise.resolve(pauses.push(ms));
  return new KubernetesEngine(apiOn(cluster, { pause }), clusterSettings);
}

async function started(engine: KubernetesEngine): Promise<void> {
  await engine.createNetwork(id, container.network);
  await engine.createVolume(id);
  await engine.createContainer(container);
  await engine.startContainer(id);
}

const clusters: SimulatedCluster[] = [];
async function newCluster(): Promise<SimulatedCluster> {
  const cluster = await SimulatedCluster.start();
  clusters.push(cluster);
  return cluster;
}
afterAll(async () => {
  for (const cluster of clusters) await cluster.stop();
});

describe('the contract of an engine', () => {
  it('is kept by a cluster', async () => {
    const cluster = await newCluster();
    await expectContract(engineOn(cluster), container);
    expect(cluster.all('Secret')).toHaveLength(1);
    expect(cluster.objects.size).toBe(1);
  });

  it('is kept by the simulated engine of the other specs', async () => {
    await expectContract(new SimulatedEngine(), container);
  });
});

describe('a request to a cluster', () => {
  let cluster: SimulatedCluster;
  beforeAll(async () => {
    cluster = await newCluster();
  });

  it.each<[string, ClusterFault[]]>([
    ['breaks before its effect', ['before', 'before']],
    ['breaks after its effect', ['after', 'after', 'after']],
    ['meets another writer', ['conflict', 'conflict']],
    ['is refused for a while', ['unavailable', 'throttled']],
    ['gets no answer in time', ['slow']],
  ])('is sent again when it %s', async (_, faults) => {
    const pauses: number[] = [];
    const engine = engineOn(cluster, pauses);
    await engine.describe();
    cluster.faults = [...faults];
    await engine.createVolume(id);
    expect(cluster.all('PersistentVolumeClaim')).toHaveLength(1);
    expect(pauses.length).toBe(faults.length);
    if (faults.includes('throttled')) expect(pauses).toContain(1_000);
  });

  it('fails with the reason of the cluster when it is not allowed, or goes on failing', async () => {
    const engine = engineOn(cluster);
    cluster.faults = Array.from({ length: 4 }, () => 'unavailable');
    await expect(engine.describe()).rejects.toThrow('the cluster did not read the version: etcd has no leader');
    const api = new KubernetesApi({ server: cluster.url, namespace: clusterSettings.namespace });
    await expect(api.read('Secret', 'any')).rejects.toThrow('forbidden: get /secrets');
  });

  it('reads a list again from its start when its pages have expired', async () => {
    const many = await newCluster();
    const engine = engineOn(many);
    for (let index = 0; index < 5; index += 1) await engine.createVolume(`ins_${index}`);
    const namesOf = async () => {
      const claims = await apiOn(many).list('PersistentVolumeClaim', undefined);
      return claims.map(({ metadata }) => metadata?.name);
    };
    many.expiringPages = 2;
    expect(await namesOf()).toEqual([0, 1, 2, 3, 4].map((index) => `kushk-ins-${index}`));
    expect(many.expiringPages).toBe(0);
    many.expiringPages = 3;
    await expect(namesOf()).rejects.toThrow('continue parameter is too old');
  });

  it('reads a list in smaller pages when a page has more bytes than are read, and no larger object', async () => {
    const many = await newCluster();
    many.pageSize = 500;
    const engine = engineOn(many);
    for (let index = 0; index < 30; index += 1) await engine.createVolume(`ins_${index}`);
    const [claim] = many.all('PersistentVolumeClaim');
    const maxAnswerBytes = 6_000;
    expect(30 * JSON.stringify(claim).length).toBeGreaterThan(maxAnswerBytes);
    const api = apiOn(many, { maxAnswerBytes });
    const list = () => api.list('PersistentVolumeClaim', undefined);
    expect(new Set((await list()).map(({ metadata }) => metadata?.name)).size).toBe(30);
    many.put({ ...claim, metadata: { ...claim!.metadata, annotations: { note: 'x'.repeat(maxAnswerBytes) } } });
    await expect(list()).rejects.toThrow('list PersistentVolumeClaim: the answer has more than 6000 bytes');
  });
});

describe('a container on a cluster', () => {
  it('touches nothing of another instance, and counts nothing of it', async () => {
    const cluster = await newCluster();
    const other = new KubernetesEngine(
      new KubernetesApi({ server: cluster.url, namespace: clusterSettings.namespace }),
      { ...clusterSettings, scope: 'other' },
    );
    const mine = engineOn(cluster);
    await started(mine);
    await other.createVolume('ins_other');
    await other.createNetwork('ins_other', containerToCreate().network);
    await other.removeContainer(id);
    await other.removeNetwork(id);
    await other.removeVolume(id);
    expect([...(await mine.observeAll()).keys()]).toEqual([id]);
    expect((await mine.observe(id)).hasNetwork).toBe(true);
    expect(cluster.all('Deployment')).toHaveLength(1);
  });

  it('is replaced in its place while the old one is still being deleted', async () => {
    const cluster = await newCluster();
    const engine = engineOn(cluster);
    await started(engine);
    await eventually(async () => (await engine.observe(id)).container?.host);
    cluster.podEndsAfter = 40;
    for (const deployment of cluster.all('Deployment')) cluster.delete(deployment);
    await expect(engine.createContainer(container)).rejects.toThrow('is still being deleted');
    await engine.removeContainer(id);
    await engine.createContainer(container);
    expect((await engine.observe(id)).container).toMatchObject({ state: 'created' });
  });

  it('shows the last lines of its output within their bounds, and the memory where it is measured', async () => {
    const cluster = await newCluster();
    const engine = engineOn(cluster);
    await started(engine);
    await eventually(async () => (await engine.observe(id)).container?.host);
    const [pod] = cluster.all('Pod');
    cluster.logs.set(pod!.metadata.name, Array.from({ length: 40 }, (_, line) => `line ${line}\n`).join(''));
    expect(await engine.log(id, { lines: 2, bytes: 1_000 })).toEqual({
      lines: ['line 38', 'line 39'],
      truncated: true,
    });
    expect(await engine.log(id, { lines: 100, bytes: 1_000 })).toMatchObject({ truncated: false });
    const tail = await engine.log(id, { lines: 100, bytes: 64 });
    expect(tail).toMatchObject({ truncated: true });
    expect(tail.lines.at(-1)).toBe('line 39');
    expect(Buffer.byteLength(tail.lines.join('\n'))).toBeLessThanOrEqual(64);
    cluster.logs.set(pod!.metadata.name, `${'x'.repeat(100)}\n`);
    expect(await engine.log(id, { lines: 100, bytes: 64 })).toEqual({ lines: [], truncated: true });
    expect(await engine.memoryBytes(id)).toBeNull();
  });
});

const IDS = ['ins_1', 'ins_2'];
const DIGESTS = ['a', 'b'].map((digit) => `r.example/acme/box@sha256:${digit.repeat(64)}`);
const fault = fc.constantFrom<ClusterFault>('none', 'before', 'after', 'conflict', 'throttled', 'unavailable');
const event = fc.oneof(
  fc.record({
    kind: fc.constantFrom('request' as const, 'remove' as const, 'end' as const),
    id: fc.constantFrom(...IDS),
  }),
  fc.record({
    kind: fc.constant('update' as const),
    id: fc.constantFrom(...IDS),
    version: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ kind: fc.constant('allow' as const), id: fc.constantFrom(...IDS), isAllowed: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('restart_service' as const, 'compact' as const) }),
  fc.record({
    kind: fc.constant('delete' as const),
    object: fc.constantFrom('Deployment', 'Service', 'NetworkPolicy', 'Pod'),
  }),
  fc.record({ kind: fc.constant('faults' as const), faults: fc.array(fault, { minLength: 1, maxLength: 30 }) }),
  fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 0, max: 60 }) }),
);
type WorldEvent = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

/** The service on a cluster, with a clock that only this world moves. */
class World {
  nowMs = Date.parse('2026-11-23T00:00:00.000Z');
  readonly records = new MemoryRecords(() => this.nowMs);
  reconciler: Reconciler;

  constructor(
    readonly cluster: SimulatedCluster,
    private readonly parts: Partial<Pick<ReconcilerOptions, 'engine' | 'network'>> = {},
  ) {
    this.reconciler = this.started();
  }

  started(): Reconciler {
    return new Reconciler({
      engine: engineOn(this.cluster),
      records: this.records,
      canConnect: (address) => Promise.resolve(isRunningAt(this.cluster, address.split(':')[0] ?? '')),
      network: new SimulatedNetwork().asOption(),
      subnet: '10.213.0.0/16',
      limits: DEFAULT_CONTAINER_LIMITS,
      runtime: '',
      firstUserId: null,
      serviceOrigin: clusterSettings.serviceOrigin,
      nowMs: () => this.nowMs,
      onFailure: () => undefined,
      ...this.parts,
    });
  }

  /** `atLeastSeconds`: waiting longer than asked for is always possible. */
  async settle(minutes: number, atLeastSeconds = 60): Promise<void> {
    const endMs = this.nowMs + minutes * 60_000;
    while (this.nowMs < endMs) {
      await this.reconciler.pass().catch(() => undefined);
      await this.reconciler.settled();
      this.nowMs += Math.max(this.reconciler.dueInMs(), atLeastSeconds * 1_000);
    }
  }

  async apply(happened: WorldEvent): Promise<void> {
    const { cluster, records } = this;
    const parties = { organisationId: 'org_1', pluginId: 'ir.acme.box', label: 'k3' };
    const specOf = (version: number) => ({
      version: `1.${version}.0`,
      image: DIGESTS[version % DIGESTS.length]!,
      port: 8080,
      egress: [`api-${version}.acme.ir:443`],
    });
    switch (happened.kind) {
      case 'request':
        records.run(happened.id, (state, at) => requestContainer(state, { ...parties, spec: specOf(0), at }));
        return;
      case 'update':
        if (records.state(happened.id).status !== 'absent')
          records.run(happened.id, (state, at) =>
            changeVersion(state, { ...parties, spec: specOf(happened.version), at }),
          );
        return;
      case 'allow':
        records.run(happened.id, (state, at) => changeAvailability(state, { isAllowed: happened.isAllowed, at }));
        return;
      case 'remove':
        records.run(happened.id, (state, at) => abandonContainer(state, { at }));
        return;
      case 'end':
        endProcess(cluster, happened.id, 1);
        return;
      case 'restart_service':
        this.reconciler = this.started();
        return;
      case 'compact':
        cluster.expiringPages = 2;
        return;
      case 'delete':
        for (const object of cluster.all(happened.object)) cluster.delete(object);
        return;
      case 'faults':
        cluster.faults = [...happened.faults];
        return;
      case 'pass':
        await this.settle(happened.seconds / 60, 10);
        return;
    }
  }

  expectConverged(volumes: ReadonlyMap<string, string>): void {
    for (const installation of IDS) {
      const state = this.records.state(installation);
      const own = [...this.cluster.objects.values()].filter(
        ({ metadata }) => metadata.labels?.['kushk.installation'] === installation,
      );
      const [deployment] = own.filter(({ kind }) => kind === 'Deployment');
      const pod = own.find(({ kind }) => kind === 'Pod');
      if (state.status === 'absent' || state.status === 'deleted') {
        expect(own).toEqual([]);
        continue;
      }
      expect(pod !== undefined).toBe(state.isAllowed);
      const { image } = state.spec;
      if (state.isAllowed) expect(JSON.stringify(deployment)).toContain(`"image":"${image}"`);
      const claim = own.find(({ kind }) => kind === 'PersistentVolumeClaim');
      const before = volumes.get(installation);
      if (before !== undefined) expect(claim?.metadata.uid).toBe(before);
    }
  }
}

describe('the reconciler on a cluster', () => {
  it('converges whatever fails, ends or is deleted in any order, and never replaces a volume', async () => {
    const cluster = await newCluster();
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 16 }), async (events) => {
        cluster.objects.clear();
        const world = new World(cluster);
        const volumes = new Map<string, string>();
        for (const happened of events) {
          await world.apply(happened);
          for (const { metadata } of cluster.all('PersistentVolumeClaim')) {
            const installation = metadata.labels?.['kushk.installation'] ?? '';
            volumes.set(installation, volumes.get(installation) ?? metadata.uid);
          }
        }
        cluster.faults = [];
        await world.settle(15);
        world.expectConverged(volumes);
      }),
      { numRuns: 5 },
    );
  });
});

describe('a look at a cluster', () => {
  it('is seven lists while nothing changes, and no request for each installation', async () => {
    const cluster = await newCluster();
    cluster.pageSize = 500;
    const ports = IDS.length * PORTS_PER_INSTALLATION;
    const first = await freePorts(ports);
    const settings = { ...clusterSettings, egressPorts: { first, last: first + ports - 1 } };
    const { serviceOrigin } = settings;
    const api = apiOn(cluster);
    const network = new ClusterNetwork({
      ...{ api, settings, serviceOrigin, now: () => new Date() },
      resolve: () => Promise.resolve(null),
      saveDenied: () => Promise.resolve(),
    });
    const world = new World(cluster, { engine: new KubernetesEngine(api, settings), network });
    for (const installation of IDS) await world.apply({ kind: 'request', id: installation });
    await world.settle(2, 1);
    expect(IDS.map((installation) => world.records.state(installation).status)).toEqual(['running', 'running']);
    expect(cluster.all('Pod')).toHaveLength(IDS.length);
    cluster.answered.length = 0;
    await world.reconciler.pass();
    await world.reconciler.settled();
    network.closeAll();
    const resources = cluster.answered.map(({ request }) => request.replace(/^GET .*\//, ''));
    expect(resources.toSorted()).toEqual([
      ...['deployments', 'endpointslices', 'networkpolicies', 'networkpolicies'],
      ...['persistentvolumeclaims', 'pods', 'services'],
    ]);
  });
});
