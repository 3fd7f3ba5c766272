import { describe, expect, it } from '@jest/globals';
import { DEFAULT_CONTAINER_LIMITS } from '@kushk/runtime';
import fc from 'fast-check';
import { MemoryRecords } from '../../test/memory-records.js';
import { SimulatedEngine, type Fault } from '../../test/simulated-engine.js';
import { SimulatedNetwork } from '../../test/simulated-network.js';
import { changeAvailability } from '../container/on-availability-changed/change-availability.js';
import { abandonContainer } from '../container/on-installation-removed/abandon-container.js';
import { changeVersion } from '../container/on-capabilities-changed/change-version.js';
import { requestContainer } from '../container/on-installation-requested/request-container.js';
import type { ContainerSpec } from '../container/container.js';
import { Reconciler } from './reconciler.js';

const DIGESTS = ['a', 'b', 'c'].map((digit) => `r.example/acme/box@sha256:${digit.repeat(64)}`);
const specOf = (version: number): ContainerSpec => ({
  version: `1.${version}.0`,
  image: DIGESTS[version % DIGESTS.length]!,
  port: 8080,
  egress: [`api-${version}.acme.ir:443`],
});

/** A service with a simulated engine and a clock that only this world moves. */
class World {
  nowMs = Date.parse('2026-11-20T10:00:00.000Z');
  readonly engine = new SimulatedEngine();
  readonly network = new SimulatedNetwork();
  readonly records = new MemoryRecords(() => this.nowMs);
  /** Images that run but never accept a connection. */
  readonly silent = new Set<string>();
  reconciler = this.started();

  started(): Reconciler {
    const { engine, records, network } = this;
    return new Reconciler({
      engine,
      records,
      canConnect: (address) => Promise.resolve(this.listens(address)),
      network: network.asOption(),
      subnet: '10.213.0.0/16',
      limits: DEFAULT_CONTAINER_LIMITS,
      runtime: '',
      firstUserId: null,
      serviceOrigin: 'https://assistant.example',
      nowMs: () => this.nowMs,
      onFailure: () => undefined,
    });
  }

  request(id: string, version = 0): void {
    const parties = { organisationId: 'org_1', pluginId: 'ir.acme.box', label: `label-${id}` };
    this.records.run(id, (state, at) => requestContainer(state, { ...parties, spec: specOf(version), at }));
  }

  update(id: string, version: number): void {
    const parties = { organisationId: 'org_1', pluginId: 'ir.acme.box', label: 'unused' };
    this.records.run(id, (state, at) => changeVersion(state, { ...parties, spec: specOf(version), at }));
  }

  allow(id: string, isAllowed: boolean): void {
    this.records.run(id, (state, at) => changeAvailability(state, { isAllowed, at }));
  }

  remove(id: string): void {
    this.records.run(id, (state, at) => abandonContainer(state, { at }));
  }

  /** Reconciles for some minutes of the simulated clock. */
  async settle(minutes = 15): Promise<void> {
    const endMs = this.nowMs + minutes * 60_000;
    while (this.nowMs < endMs) {
      const isSeen = await this.reconciler.pass().then(
        () => true,
        () => false,
      );
      await this.reconciler.settled();
      this.nowMs += isSeen ? Math.max(this.reconciler.dueInMs(), 500) : 1_000;
    }
  }

  listeningVersions(id: string): string[] {
    return (this.records.facts.get(id) ?? []).flatMap((fact) =>
      fact.type === 'ContainerReached' ? [fact.data.version] : [],
    );
  }

  private listens(address: string): boolean {
    return [...this.engine.containers.values()].some(
      ({ created, state }) =>
        state === 'running' &&
        `${created.network.container}:${created.port}` === address &&
        !this.silent.has(created.image),
    );
  }
}

describe('a container that should run', () => {
  it('gets an image, a network and a volume, is started, and is reported once when it listens', async () => {
    const world = new World();
    world.request('ins_1');
    await world.settle(1);
    expect(world.engine.containers.get('ins_1')).toMatchObject({
      state: 'running',
      created: { image: DIGESTS[0], network: { subnet: '10.213.0.0/25', container: '10.213.0.2' } },
    });
    expect(world.listeningVersions('ins_1')).toEqual(['1.0.0']);
    expect(world.records.statuses.get('ins_1')).toEqual({ state: 'running', reason: null, restarts: 0 });
  });

  it('is created again after some starts that the engine refuses, with what the engine is then', async () => {
    const world = new World();
    world.engine.runtime = 'broken';
    world.request('ins_1');
    await world.settle(1 / 60);
    expect(world.records.statuses.get('ins_1')).toMatchObject({
      state: 'failing',
      reason: 'the runtime does not start containers',
    });
    const volume = world.engine.volumes.get('ins_1');
    world.engine.runtime = 'working';
    await world.settle(2);
    expect(world.listeningVersions('ins_1')).toEqual(['1.0.0']);
    expect(world.engine.volumes.get('ins_1')).toBe(volume);
  });

  it('is started again with growing delays when it keeps ending, and the reason is shown', async () => {
    const world = new World();
    world.silent.add(DIGESTS[0]!);
    world.request('ins_1');
    let restarts = 0;
    for (let second = 0; second < 120; second += 1) {
      await world.settle(1 / 60);
      if (world.engine.containers.get('ins_1')?.state !== 'running') continue;
      restarts += 1;
      world.engine.end('ins_1', 'it ran out of memory');
    }
    expect(restarts).toBeGreaterThan(3);
    expect(restarts).toBeLessThan(12);
    expect(world.records.statuses.get('ins_1')).toMatchObject({ state: 'restarting', reason: 'it ran out of memory' });
    expect(world.listeningVersions('ins_1')).toEqual([]);
  });
});

describe('a new version', () => {
  it('takes over the volume, and the container of the previous version ends only when the image is there', async () => {
    const world = new World();
    world.request('ins_1');
    await world.settle(1);
    const volume = world.engine.volumes.get('ins_1');
    world.update('ins_1', 1);
    world.engine.faults = Array.from({ length: 3 }, () => 'before' as const);
    await world.settle(1);
    expect(world.engine.containers.get('ins_1')?.created.image).toBe(DIGESTS[1]);
    expect(world.engine.volumes.get('ins_1')).toBe(volume);
    expect(world.listeningVersions('ins_1')).toEqual(['1.0.0', '1.1.0']);
  });

  it('that never listens is given up after two minutes, and the previous one comes back', async () => {
    const world = new World();
    world.request('ins_1');
    await world.settle(1);
    world.silent.add(DIGESTS[1]!);
    world.update('ins_1', 1);
    await world.settle(5);
    expect(world.engine.containers.get('ins_1')).toMatchObject({ state: 'running', created: { image: DIGESTS[0] } });
    expect(world.records.state('ins_1')).toMatchObject({
      status: 'running',
      version: '1.1.0',
      announcedVersion: '1.1.0',
      failedVersion: { version: '1.1.0', reason: 'it does not accept connections on its port' },
    });
  });
});

describe('a new version that listens', () => {
  it('is given up after two minutes too when its plugin does not accept `installed`', async () => {
    const world = new World();
    world.request('ins_1');
    await world.settle(1);
    world.records.unanswering.add(DIGESTS[1]!);
    world.update('ins_1', 1);
    await world.settle(1);
    expect(world.records.state('ins_1')).toMatchObject({ status: 'updating', isReached: true });
    await world.settle(4);
    expect(world.listeningVersions('ins_1')).toEqual(['1.0.0', '1.1.0', '1.0.0']);
    expect(world.records.state('ins_1')).toMatchObject({
      status: 'running',
      spec: { version: '1.0.0' },
      failedVersion: { version: '1.1.0', reason: 'it did not answer `installed` with a status of 200 to 299' },
    });
  });
});

describe('a machine on which egress cannot be closed', () => {
  it('starts no container, stops those that run, and shows why; they come back when it can', async () => {
    const world = new World();
    world.request('ins_1');
    await world.settle(1);
    world.network.isPossible = false;
    world.request('ins_2');
    await world.settle(1);
    for (const installation of ['ins_1', 'ins_2']) {
      expect(world.engine.containers.get(installation)?.state).not.toBe('running');
      expect(world.records.statuses.get(installation)).toMatchObject({
        state: 'failing',
        reason: 'egress cannot be closed: nft is not installed',
      });
    }
    world.network.isPossible = true;
    await world.settle(6);
    for (const installation of ['ins_1', 'ins_2'])
      expect(world.engine.containers.get(installation)?.state).toBe('running');
  });
});

describe('a removed installation', () => {
  it('keeps its container for thirty seconds, so that the plugin can answer, and then nothing of it', async () => {
    const world = new World();
    world.request('ins_1');
    await world.settle(1);
    world.remove('ins_1');
    await world.settle(20 / 60);
    expect(world.engine.containers.size).toBe(1);
    await world.settle(1);
    expect([world.engine.containers.size, world.engine.networks.size, world.engine.volumes.size]).toEqual([0, 0, 0]);
    expect(world.records.state('ins_1').status).toBe('deleted');
    expect(world.network.networks.size).toBe(0);
  });
});

const IDS = ['ins_1', 'ins_2', 'ins_3'];
const id = fc.constantFrom(...IDS);
const event = fc.oneof(
  fc.record({ kind: fc.constant('request' as const), id }),
  fc.record({ kind: fc.constant('update' as const), id, version: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('allow' as const), id, isAllowed: fc.boolean() }),
  fc.record({ kind: fc.constant('remove' as const), id }),
  fc.record({ kind: fc.constant('end' as const), id }),
  fc.record({ kind: fc.constantFrom('delete_container' as const, 'delete_network' as const), id }),
  fc.record({ kind: fc.constantFrom('restart_service' as const, 'delete_images' as const) }),
  fc.record({
    kind: fc.constant('egress' as const),
    isPossible: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('faults' as const),
    faults: fc.array(fc.constantFrom<Fault>('none', 'before', 'after'), { minLength: 1, maxLength: 12 }),
  }),
  fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 0, max: 90 }) }),
);
type WorldEvent = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

async function apply(world: World, happened: WorldEvent): Promise<void> {
  const { engine } = world;
  switch (happened.kind) {
    case 'request':
      world.request(happened.id);
      return;
    case 'update':
      if (world.records.state(happened.id).status !== 'absent') world.update(happened.id, happened.version);
      return;
    case 'allow':
      world.allow(happened.id, happened.isAllowed);
      return;
    case 'remove':
      world.remove(happened.id);
      return;
    case 'end':
      engine.end(happened.id, 'it ended with exit code 1');
      return;
    case 'delete_container':
      engine.containers.delete(happened.id);
      return;
    case 'delete_network':
      engine.end(happened.id, 'its network is gone');
      engine.networks.delete(happened.id);
      return;
    case 'restart_service':
      world.reconciler = world.started();
      return;
    case 'delete_images':
      engine.images.clear();
      return;
    case 'egress':
      world.network.isPossible = happened.isPossible;
      return;
    case 'faults':
      engine.faults = [...happened.faults];
      return;
    case 'pass':
      await world.settle(happened.seconds / 60);
      return;
  }
}

function expectConverged(world: World, volumes: ReadonlyMap<string, number>): void {
  const { engine, records } = world;
  for (const installation of IDS) {
    const state = records.state(installation);
    const container = engine.containers.get(installation);
    switch (state.status) {
      case 'absent':
      case 'deleted':
        expect([container, engine.networks.has(installation), engine.volumes.has(installation)]).toEqual([
          undefined,
          false,
          false,
        ]);
        break;
      case 'starting':
      case 'updating':
        // Only a container that may not run has not been reached.
        expect([state.isAllowed, container?.state === 'running']).toEqual([false, false]);
        break;
      case 'running':
        expect(container?.state === 'running').toBe(state.isAllowed);
        if (state.isAllowed) {
          expect(container?.created.image).toBe(state.spec.image);
          expect(world.network.networks.get(installation)).toContain(JSON.stringify(state.spec.egress));
          expect(state.listening).toEqual({
            version: state.spec.version,
            address: `${container?.created.network.container}:8080`,
          });
          expect(state.announcedVersion).toBe(state.version);
        }
        break;
      case 'leaving':
        throw new Error(`${installation} was not deleted`);
    }
    const volume = volumes.get(installation);
    if (volume !== undefined && state.status !== 'deleted') expect(engine.volumes.get(installation)).toBe(volume);
  }
}

describe('the reconciler', () => {
  it('converges whatever fails, ends or disappears in any order, and never replaces a volume', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 40 }), async (events) => {
        const world = new World();
        const volumes = new Map<string, number>();
        for (const happened of events) {
          await apply(world, happened);
          for (const [installation, volume] of world.engine.volumes)
            if (!volumes.has(installation)) volumes.set(installation, volume);
        }
        world.engine.faults = [];
        world.network.isPossible = true;
        await world.settle();
        for (const [installation, volume] of world.engine.volumes)
          if (!volumes.has(installation)) volumes.set(installation, volume);
        expectConverged(world, volumes);
      }),
      { numRuns: 60 },
    );
  });
});
