/**
 * Container plugins on a real engine, in the whole system: tool calls against the same plugin as an external process,
 * the time of an installation, and our own memory for idle ones; and many installations after a restart of the
 * machine, on a simulated engine. Without an engine it measures only the last one.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@kushk/embedded';
import { librariesOf, pushImage } from '@kushk/testing';
import { startUsableEngine, type EngineUnderTest } from '../../../apps/containers/test/engine-under-test.js';
import { apiClient, type Api } from '../../run/seed/api.js';
import { calibratedRow } from './calibrated-row.js';
import { quantile, type LoadResult } from './callers.js';
import { reconcileRow } from './containers-reconcile.js';
import { underHttpLoad } from './http-load.js';
import { readProcessFile } from './processes.js';
import type { Row } from './row.js';
import { sizeOf } from './sizes.js';
import { startWholeSystem, type WholeSystem } from './whole-system.js';

const idlePlugins = sizeOf({ normal: 8, full: 50 });
const installs = sizeOf({ normal: 3, full: 10 });
const oneCaller = { callers: 1, warmUpMs: 200, windowMs: sizeOf({ normal: 1_000, full: 3_000 }) };
const TURNS = 3;
const REGISTRY_PORT = 27_900;
/** 64 networks. The tests of other processes have theirs from 10.216.0.0 on. */
const SUBNET = '10.214.0.0/19';
const INSTALLED_WITHIN_MS = 120_000;
const SETTLE_MS = 5_000;
const GOAL_AGAINST_EXTERNAL = 0.5;
const INSTALL_LIMIT_S = 5;
const MEMORY_LIMIT_MIB = 20;

/** Accepts every lifecycle call and answers its tool. It verifies nothing: the calls themselves are measured. */
const PLUGIN = `
import { createServer } from 'node:http';
createServer((request, response) => {
  request.resume().on('end', () => {
    const body = request.url.startsWith('/service/tools/') ? '{"content":{"found":true}}' : '{}';
    response.setHeader('content-type', 'application/json').end(body);
  });
}).listen(Number(process.env.PORT), '0.0.0.0');
`;

const execute = promisify(execFile);

export async function run(): Promise<readonly Row[]> {
  const reconciled = await reconcileRow();
  const engine = await startUsableEngine(REGISTRY_PORT);
  if ('reason' in engine) {
    process.stderr.write(`  the rows with a container engine are not measured: ${engine.reason}\n`);
    return [reconciled];
  }
  try {
    return [...(await onEngine(engine)), reconciled];
  } finally {
    await engine.stop();
    // What the service leaves so that nothing is open while it is down.
    await execute('nft', ['delete', 'table', 'inet', 'kushk_i1']).catch(() => undefined);
    await execute('ip', ['route', 'flush', 'table', 'local', 'root', SUBNET, 'type', 'local']).catch(() => undefined);
  }
}

async function onEngine(engine: EngineUnderTest): Promise<readonly Row[]> {
  const system = await startWholeSystem({
    KUSHK_CONTAINER_ENGINE: engine.address,
    KUSHK_CONTAINER_SUBNET: SUBNET,
    KUSHK_CONTAINER_DATA: engine.data,
    KUSHK_CONTAINER_DATA_DIR: join(engine.folder, 'data'),
    KUSHK_CONTAINER_LIMITS: '{"data_mib":16}',
    KUSHK_REGISTRY_URL: engine.registryUrl,
  });
  try {
    const [instance] = system.dev.instances;
    if (instance === undefined) throw new Error('the system has no instance');
    const token = system.dev.organisation.admin_token;
    const plugins = new Plugins(apiClient(`${instance.service_origin}/instance/v1`, token));
    const calls = await toolCalls({ plugins, engine, origin: instance.service_origin, token });
    return [calls, await installations(plugins, engine), await idleMemory(plugins, engine, system)];
  } finally {
    await system.stop();
  }
}

interface Calls {
  readonly plugins: Plugins;
  readonly engine: EngineUnderTest;
  readonly origin: string;
  readonly token: string;
}

async function toolCalls({ plugins, engine, origin, token }: Calls): Promise<Row> {
  const program = join(engine.folder, 'plugin.mjs');
  writeFileSync(program, PLUGIN);
  const port = await freePort();
  const external = spawn(process.execPath, [program], { env: { PORT: String(port) }, stdio: 'ignore' });
  try {
    const image = await pushImage({
      registryUrl: engine.registryUrl,
      name: 'bench/node',
      files: {
        '/bin/node': { from: process.execPath },
        ...(await librariesOf(process.execPath)),
        '/plugin.mjs': { from: program },
      },
      config: { Entrypoint: ['/bin/node', '/plugin.mjs'], StopSignal: 'SIGKILL' },
    });
    const outside = await plugins.install({ kind: 'external', base_url: `http://127.0.0.1:${port}` });
    const inside = await plugins.install({ kind: 'instance', image, port: 8080, egress: [] });
    const measured = async (installation: string) => {
      const path = `/instance/v1/installations/${installation}/tools/look`;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return await underHttpLoad(
        origin,
        () => ({ method: 'POST', path, headers, body: '{"arguments":{}}' }),
        oneCaller,
      );
    };
    const asProcess: LoadResult[] = [];
    const container: LoadResult[] = [];
    // In turns, because the speed of a shared machine changes from second to second.
    for (let turn = 0; turn < TURNS; turn += 1) {
      asProcess.push(await measured(outside));
      container.push(await measured(inside));
    }
    const [rival, ours] = [medianOf(asProcess), medianOf(container)];
    const ratio = rival.p50Ms / ours.p50Ms;
    return {
      name: 'tool call of a container, p50, against the same plugin as an external process',
      measured: ours.p50Ms,
      rival: rival.p50Ms,
      ratio,
      goal: GOAL_AGAINST_EXTERNAL,
      unit: 'ms',
      ok: ratio >= GOAL_AGAINST_EXTERNAL,
      note: `p99 ${ours.p99Ms.toFixed(1)} ms, external ${rival.p99Ms.toFixed(1)} ms`,
    };
  } finally {
    const exit = once(external, 'exit');
    external.kill('SIGKILL');
    await exit;
  }
}

/** The result whose p50 is in the middle. */
function medianOf(results: readonly LoadResult[]): LoadResult {
  return results.toSorted((one, other) => one.p50Ms - other.p50Ms)[Math.floor(results.length / 2)]!;
}

async function installations(plugins: Plugins, engine: EngineUnderTest): Promise<Row> {
  const image = await smallImage(engine);
  // The first one pulls the image.
  await plugins.install({ kind: 'instance', image, port: 8080, egress: [] });
  const seconds: number[] = [];
  for (let number = 0; number < installs; number += 1) {
    const startedAt = performance.now();
    await plugins.install({ kind: 'instance', image, port: 8080, egress: [] });
    seconds.push((performance.now() - startedAt) / 1_000);
  }
  seconds.sort((one, other) => one - other);
  return await calibratedRow({
    name: 'container plugin, from the consent to installed, image present, the slowest',
    measured: seconds.at(-1) ?? 0,
    limit: INSTALL_LIMIT_S,
    unit: 's',
    note: `p50 ${quantile(seconds, 0.5).toFixed(1)} s of ${installs}`,
  });
}

async function idleMemory(plugins: Plugins, engine: EngineUnderTest, system: WholeSystem): Promise<Row> {
  const image = await smallImage(engine);
  const before = await settledMib(system);
  for (let number = 0; number < idlePlugins; number += 1)
    await plugins.install({ kind: 'instance', image, port: 8080, egress: [] });
  const each = Math.max(((await settledMib(system)) - before) / idlePlugins, 0.01);
  return {
    name: 'our own memory for each idle container plugin',
    measured: each,
    rival: MEMORY_LIMIT_MIB,
    ratio: MEMORY_LIMIT_MIB / each,
    goal: 1,
    unit: 'MiB',
    ok: each < MEMORY_LIMIT_MIB,
    note: `${idlePlugins} plugins; all processes of the system, without the engine's`,
  };
}

/** The proportional set size of all processes of the system. */
async function settledMib(system: WholeSystem): Promise<number> {
  await pause(SETTLE_MS);
  const kib = (pid: number): number =>
    Number(/^Pss:\s+(\d+) kB$/m.exec(readProcessFile(pid, 'smaps_rollup'))?.[1] ?? 0);
  return system.pids().reduce((sum, pid) => sum + kib(pid), 0) / 1_024;
}

/** Nothing but busybox, which answers every request. */
function smallImage(engine: EngineUnderTest): Promise<string> {
  const answer = String.raw`printf 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'`;
  const handler = `length=0; while IFS= read -r line; do line=\${line%?}; [ -z "$line" ] && break; case "$line" in [Cc]ontent-[Ll]ength:*) length=\${line#*: } ;; esac; done; head -c "$length" > /dev/null; ${answer}`;
  return engine.push('bench/idle', ['nc', '-ll', '-p', '8080', '-e', '/bin/busybox', 'sh', '-c', handler]);
}

/** Publishes a plugin of its own for each installation, because an organisation installs each plugin once. */
class Plugins {
  private count = 0;

  constructor(private readonly admin: Api) {}

  /** Resolves with the id of the installation when it is installed. */
  async install(kind: Readonly<Record<string, unknown>>): Promise<string> {
    this.count += 1;
    const id = `ir.kushk.bench-${this.count}`;
    const manifest = {
      schema: '1',
      id,
      version: '1.0.0',
      publisher: 'bench',
      plugin_api: '1.0',
      names: { en: 'Bench' },
      tools: [{ name: 'look', description: 'Is measured', input_schema: { type: 'object' } }],
      ...kind,
    };
    await this.admin.post('/dev/releases', { manifest });
    const { installation_id } = await this.admin.post<{ installation_id: string }>('/installations', {
      plugin_id: id,
      settings: {},
      consent: { scopes: [], ...('base_url' in kind ? { base_url: kind['base_url'] } : { egress: [] }) },
    });
    const until = performance.now() + INSTALLED_WITHIN_MS;
    for (;;) {
      const { status } = await this.admin.get<{ status: string }>(`/installations/${installation_id}`);
      if (status === 'installed') return installation_id;
      if (performance.now() > until) throw new Error(`${id} is ${status} after ${INSTALLED_WITHIN_MS} ms`);
      await pause(50);
    }
  }
}
