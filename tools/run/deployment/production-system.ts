/**
 * A hub and one instance in production mode, made by `kushk-deploy init` from two files of answers, with servers of
 * their own, TLS everywhere, and a sign-in provider over HTTPS. What a container engine would do is done here: the
 * paths of mounted files are those of the folders.
 */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { stringify } from 'yaml';
import { freePortBase } from '../../measure/bench/whole-system.js';
import { startClosedNetwork, type ClosedNetwork } from '../../measure/proof/hostile/friendly-plugin.js';
import { audienceOf, subjectOf } from '../sign-in/accounts.js';
import { obtainToken } from '../sign-in/obtain-token.js';
import { audiences, pageClient } from '../sign-in/provider-names.js';
import { ManagedProcess } from '../start/managed-process.js';
import type { ProcessPlan } from '../start/system.js';
import { environmentIn, plansOf, root, succeed } from './folder-processes.js';
import { httpsProvider, type Provider } from './provider.js';
import { startFolderNats, startFolderPostgres, type Nats, type Postgres } from './servers.js';

export const instanceId = 'i1';
const portsOfSystem = 18;

/** One scope with its servers and processes. */
export interface Scope {
  readonly folder: string;
  /** The address of its gateway. */
  readonly origin: string;
  readonly postgres: Postgres;
  readonly nats: Nats;
  readonly processes: readonly ManagedProcess[];
}

export interface DeployedSystem {
  readonly dataDir: string;
  readonly hub: Scope;
  readonly instance: Scope;
  readonly network: ClosedNetwork;
  signIn(username: string): Promise<string>;
  stop(): Promise<void>;
}

interface Started {
  readonly dataDir: string;
  readonly network: ClosedNetwork;
  readonly provider: Provider;
  readonly onStarted: (stop: () => unknown) => void;
}

/** Starts everything, with no step by hand. */
export async function startDeployedSystem(): Promise<DeployedSystem> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kushk-deployment-'));
  chmodSync(dataDir, 0o711);
  const cleanUps: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })];
  const stop = async (): Promise<void> => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  };
  try {
    return { ...(await startAll(dataDir, (one) => void cleanUps.push(one))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startAll(
  dataDir: string,
  onStarted: (stop: () => unknown) => void,
): Promise<Omit<DeployedSystem, 'stop'>> {
  mkdirSync(join(dataDir, 'logs'));
  mkdirSync(join(dataDir, 'contents'));
  const network = await startClosedNetwork(dataDir);
  onStarted(() => network.stop());
  const base = await freePortBase(portsOfSystem);
  const [hubUrl, instanceUrl] = [`https://127.0.0.1:${base}`, `https://127.0.0.1:${base + 1}`];
  const pages = [pageClient('hub', hubUrl), pageClient(instanceId, instanceUrl)];
  const provider = httpsProvider(dataDir, base + 2, pages);
  setDefaultCACertificates([...getCACertificates('default'), provider.certificate]);
  const started: Started = { dataDir, network, provider, onStarted };
  const signInReady = managed(started, provider.plan).ready;
  const leaf = `tls://localhost:${base + 3}`;
  const hub = await startScope(started, {
    ...{ scope: 'hub', url: hubUrl, first_person: subjectOf('operator') },
    ...{ postgres: addressOf(base + 4), nats: { ...addressOf(base + 5), leaf } },
    sign_in: { issuer: provider.issuer, audience: audiences.hub, authority_file: provider.certificateFile },
    ports: { http: base, health: base + 6 },
  });
  await signInReady;
  const signIn = (username: string): Promise<string> => signInAs(provider, username);
  const [link, pinned] = [join(dataDir, 'link.creds'), join(dataDir, 'pinned.json')];
  const registration = ['operator', 'instance', 'add', instanceId, 'Instance one', '--plugin-api', '1.0'];
  await succeed('kushk', [...registration, '--credentials-file', link, '--pinned-keys-file', pinned], {
    KUSHK_BASE_URL: hub.origin,
    KUSHK_TOKEN: await signIn('operator'),
  });
  const authority = join(hub.folder, 'ca', 'ca.crt');
  const instance = await startScope(started, {
    ...{ scope: instanceId, url: instanceUrl, hub_url: hubUrl, first_person: subjectOf('platform') },
    ...{ postgres: addressOf(base + 10), nats: { ...addressOf(base + 11), leaf } },
    sign_in: { issuer: provider.issuer, audience: audiences.instance, authority_file: provider.certificateFile },
    hub: { link_credentials_file: link, pinned_keys_file: pinned, authority_file: authority },
    content_store: { folder: join(dataDir, 'contents') },
    ports: { http: base + 1, health: base + 12 },
  });
  return { dataDir, hub, instance, network, signIn };
}

const addressOf = (port: number) => ({ hosts: [`localhost:${port}`] });

function signInAs({ issuer, secrets }: Provider, username: string): Promise<string> {
  const { developmentClientSecret: clientSecret, password } = secrets;
  return obtainToken({ issuer, username, audience: audienceOf(username), clientSecret, password });
}

interface ScopeAnswers {
  readonly scope: string;
  readonly postgres: { readonly hosts: readonly string[] };
  readonly ports: { readonly http: number; readonly health: number };
}

/** From the answers of one scope to processes that are ready. */
async function startScope(started: Started, answers: ScopeAnswers & Readonly<Record<string, unknown>>): Promise<Scope> {
  const { dataDir, onStarted } = started;
  const folder = join(dataDir, answers.scope);
  writeFileSync(`${folder}.yaml`, stringify({ ...answers, listen: '127.0.0.1' }));
  await succeed('deploy', ['init', folder, '--answers', `${folder}.yaml`]);
  const port = Number(answers.postgres.hosts[0]?.split(':')[1]);
  const [postgres, nats] = await Promise.all([
    startFolderPostgres({ folder, dataDir: `${folder}-postgres`, port }),
    startFolderNats({ folder, dataDir: `${folder}-nats` }),
  ]);
  onStarted(() => postgres.stop());
  onStarted(() => nats.stop());
  await succeed('deploy', ['streams', 'create'], environmentIn(join(folder, 'streams')));
  const plans = plansOf(folder, (authority) => trustOf(started, authority));
  const processes = plans.map((plan) => managed(started, plan));
  await Promise.all(processes.map(({ ready }) => ready));
  return { folder, origin: `http://127.0.0.1:${answers.ports.http}`, postgres, nats, processes };
}

/** The plugin has a certificate of its own here, instead of a public one. */
function trustOf({ dataDir, network }: Started, authority: string): Readonly<Record<string, string>> {
  const plugin = network.environment['NODE_EXTRA_CA_CERTS'] ?? '';
  const bundle = join(dataDir, `trusted${authority.replaceAll('/', '-')}`);
  const texts = [authority, plugin].map((path) => readFileSync(path, 'utf8'));
  writeFileSync(bundle, texts.join('\n'));
  return { ...network.environment, NODE_EXTRA_CA_CERTS: bundle };
}

function managed({ dataDir, onStarted }: Started, plan: ProcessPlan): ManagedProcess {
  const context = { root, logDir: join(dataDir, 'logs'), report: () => undefined, onStarted: () => undefined };
  const process = new ManagedProcess(plan, context);
  onStarted(() => process.stop());
  return process;
}
