/** The whole system with a second wallet process and a second gateway, and plugins whose wallets are charged. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '@kushk/embedded';
import { environmentOfProcess } from '@kushk/testing';
import { apiClient, nullOn, type Api } from '../../run/seed/api.js';
import { readProcessFile } from '../bench/processes.js';
import { startWholeSystem, type WholeSystem } from '../bench/whole-system.js';
import { eventually } from './delivery-system.js';

const readyWithinMs = 60_000;
const walletWithinMs = 30_000;
/** One unit of the service costs a whole MU. */
const rate = '1';
const base_url = 'http://127.0.0.1:9';

export interface ChargedPlugin {
  readonly installationId: string;
  /** The path of the plugin-facing API, the same at both gateways. */
  readonly path: string;
  readonly token: string;
}
export interface WalletSystem {
  readonly system: WholeSystem;
  readonly admin: Api;
  /** The origins of both gateways of the instance. */
  readonly origins: readonly [string, string];
  /** Installs a plugin and gifts its wallet so many units. */
  plugin(units: number): Promise<ChargedPlugin>;
}

export async function withWalletSystem<Result>(
  patches: readonly string[],
  work: (system: WalletSystem) => Promise<Result>,
): Promise<Result> {
  const preload = new URL(`apply-patches.mjs?patches=${patches.join()}`, import.meta.url).href;
  const system = await startWholeSystem(patches.length > 0 ? { NODE_OPTIONS: `--import=${preload}` } : {});
  const started: ChildProcess[] = [];
  try {
    const origin = system.dev.instances[0]?.service_origin ?? '';
    started.push((await startAgain(system, 'wallet')).child);
    const gateway = await startAgain(system, 'gateway');
    started.push(gateway.child);
    const admin = apiClient(`${origin}/instance/v1`, system.dev.organisation.admin_token);
    let plugins = 0;
    return await work({
      system,
      admin,
      origins: [origin, gateway.origin],
      plugin: (units) => install(admin, (plugins += 1), units),
    });
  } finally {
    await Promise.all(started.map((child) => ended(child)));
    await system.stop();
  }
}

/** Starts a second process of a service of the instance, with the environment of the first one and other ports. */
async function startAgain(
  { pids }: WholeSystem,
  service: 'wallet' | 'gateway',
): Promise<{ readonly child: ChildProcess; readonly origin: string }> {
  const file = `apps/${service}/dist/main.js`;
  const pid = pids().find((one) => {
    const isService = readProcessFile(one, 'cmdline')
      .split('\0')
      .some((part) => part.endsWith(file));
    return isService && environmentOfProcess(one)['KUSHK_SCOPE'] !== 'hub';
  });
  if (pid === undefined) throw new Error(`${service} does not run`);
  const [executable = '', ...args] = readProcessFile(pid, 'cmdline')
    .split('\0')
    .filter((part) => part !== '');
  const [httpPort, healthPort] = [await freePort(), await freePort()];
  const ports = { KUSHK_HTTP_PORT: String(httpPort), KUSHK_HEALTH_PORT: String(healthPort) };
  const env = { ...environmentOfProcess(pid), ...ports };
  const child = spawn(executable, args, { env, stdio: 'ignore', cwd: new URL('../../../', import.meta.url) });
  const isReady = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`the second ${service} ended with ${child.exitCode}`);
    return await fetch(`http://127.0.0.1:${healthPort}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
  };
  if (!(await eventually(isReady, readyWithinMs))) throw new Error(`the second ${service} is not ready`);
  return { child, origin: `http://127.0.0.1:${httpPort}` };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function install(admin: Api, number: number, units: number): Promise<ChargedPlugin> {
  const plugin = await installCharged(admin, number);
  const body = { mu: String(units), note: 'proof' };
  await admin.post(`/installations/${plugin.installationId}/wallet/gifts`, body, `gift-${number}`);
  return plugin;
}

/** Publishes and installs a plugin, and waits until its wallet is open. */
export async function installCharged(admin: Api, number: number): Promise<ChargedPlugin> {
  const id = `com.example.charged${number}`;
  await admin.post('/dev/releases', {
    manifest: {
      schema: '1',
      id,
      version: '1.0.0',
      publisher: 'proof',
      kind: 'external',
      plugin_api: '1.0',
      names: { en: 'Charged', fa: 'اثبات' },
      base_url,
      scopes: { 'wallet.consume': 'Is proved' },
      services: [{ key: 'work', unit: 'piece' }],
      plans: [{ key: 'basic', rates: { work: rate } }],
    },
  });
  const consent = { scopes: ['wallet.consume'], base_url };
  const made = await admin.post<{ installation_id: string }>('/installations', {
    plugin_id: id,
    settings: {},
    consent,
  });
  const path = `/installations/${made.installation_id}`;
  const credentials = await admin.post<{ token: string; api_base: string }>(`${path}/credentials`);
  // The wallet is opened when the wallet service has consumed the fact about the installation.
  const isOpen = async (): Promise<boolean> => (await nullOn(admin.get(`${path}/wallet`), 404, 503)) !== null;
  if (!(await eventually(isOpen, walletWithinMs))) throw new Error(`the wallet of ${id} was not opened`);
  return {
    installationId: made.installation_id,
    path: new URL(credentials.api_base).pathname,
    token: credentials.token,
  };
}
