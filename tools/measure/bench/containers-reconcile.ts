/** The reconciler after a restart of the machine, on a simulated engine whose calls take as long as a real one's. */
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_CONTAINER_LIMITS } from '@kushk/runtime';
import { requestContainer } from '../../../apps/containers/src/container/on-installation-requested/request-container.js';
import type { ContainerEngine } from '../../../apps/containers/src/engine/container-engine.js';
import { Reconciler } from '../../../apps/containers/src/reconciling/reconciler.js';
import { MemoryRecords } from '../../../apps/containers/test/memory-records.js';
import { SimulatedEngine } from '../../../apps/containers/test/simulated-engine.js';
import { SimulatedNetwork } from '../../../apps/containers/test/simulated-network.js';
import { calibratedRow } from './calibrated-row.js';
import type { Row } from './row.js';

const INSTALLATIONS = 200;
const LIMIT_S = 30;
/** Podman starts a container in 130 to 400 ms on two cores, and answers everything else in less than 30 ms. */
const START_MS = 400;
const CALL_MS = 30;
const GIVE_UP_MS = 300_000;

/** Every installation was running; the machine restarts, and all of them run again. */
export async function reconcileRow(): Promise<Row> {
  const engine = new SimulatedEngine();
  const records = new MemoryRecords(() => Date.now());
  const ids = Array.from({ length: INSTALLATIONS }, (_, number) => `ins_${number}`);
  const image = `registry.example/acme/box@sha256:${'a'.repeat(64)}`;
  for (const id of ids) {
    const spec = { version: '1.0.0', image, port: 8080, egress: [] };
    const parties = { organisationId: 'org_1', pluginId: 'ir.acme.box', label: id };
    records.run(id, (state, at) => requestContainer(state, { ...parties, spec, at }));
  }
  const machine = { containers: engine.containers, records, ids };
  await untilRunning(engine, machine);
  for (const id of ids) engine.end(id, 'it ended with exit code 255');
  const startedAt = performance.now();
  await untilRunning(slowed(engine), machine);
  return await calibratedRow({
    name: `${INSTALLATIONS} installations running again after a restart of the machine`,
    measured: (performance.now() - startedAt) / 1_000,
    limit: LIMIT_S,
    unit: 's',
    note: `simulated engine: ${START_MS} ms for a start, ${CALL_MS} ms for other calls`,
  });
}

interface Machine extends Pick<SimulatedEngine, 'containers'> {
  readonly records: MemoryRecords;
  readonly ids: readonly string[];
}

/** Reconciles as a process does that has just started. */
async function untilRunning(engine: ContainerEngine, { containers, records, ids }: Machine): Promise<void> {
  const reconciler = new Reconciler({
    engine,
    records,
    canConnect: () => Promise.resolve(true),
    network: new SimulatedNetwork().asOption(),
    subnet: '10.213.0.0/16',
    limits: DEFAULT_CONTAINER_LIMITS,
    runtime: '',
    firstUserId: null,
    serviceOrigin: 'https://assistant.example',
    nowMs: () => Date.now(),
    onFailure: () => undefined,
  });
  const until = Date.now() + GIVE_UP_MS;
  const isRunning = (id: string): boolean =>
    containers.get(id)?.state === 'running' && records.statuses.get(id)?.state === 'running';
  for (;;) {
    await reconciler.pass();
    await reconciler.settled();
    if (ids.every(isRunning)) return;
    if (Date.now() > until) throw new Error('the installations do not run again');
    await pause(Math.min(reconciler.dueInMs(), 250));
  }
}

/** The same engine with calls that take time. */
function slowed(engine: SimulatedEngine): ContainerEngine {
  return new Proxy(engine, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        await pause(name === 'startContainer' ? START_MS : CALL_MS);
        return await (method as (...given: readonly unknown[]) => Promise<unknown>).apply(target, [...args]);
      };
    },
  });
}
