/** Every rotation of a hub and an instance, with what `kushk-deploy rotate` says is to be done after it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pollUntil } from '../seed/api.js';
import { succeed } from './folder-processes.js';
import type { DeployedSystem, Scope } from './production-system.js';
import { loadCertificate, query } from './servers.js';

export interface Rotation {
  readonly title: string;
  readonly scope: 'hub' | 'instance';
  /** Whether it takes a few seconds, so that every run of the tests has time for it. */
  readonly isShort?: true;
  readonly run: (system: DeployedSystem, scope: Scope) => Promise<unknown>;
}

const rotate = (scope: Scope, name: string, ...options: readonly string[]): Promise<string> =>
  succeed('deploy', ['rotate', name, scope.folder, ...options]);

async function restart({ processes }: Scope, ...names: readonly string[]): Promise<void> {
  const chosen = processes.filter(({ plan }) => names.length === 0 || names.some((name) => plan.name.endsWith(name)));
  const ready = await Promise.all(chosen.map((process) => process.restart()));
  const late = chosen.filter((_, index) => !ready[index]).map(({ plan }) => plan.name);
  if (late.length > 0) throw new Error(`not ready after a restart: ${late.join(', ')}`);
}

/** Ends the sessions of a role, so that its process opens new ones. */
const endSessions = ({ postgres }: Scope, role: string) =>
  query(postgres.superuserUrl, `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);

async function reload(scope: Scope): Promise<void> {
  scope.nats.reload();
  await loadCertificate(scope.postgres.superuserUrl, scope.folder);
}

/** In two steps: the new key is added, and becomes the first one when all processes know it. */
async function rotateKeys(scope: Scope, name: string, processes: readonly string[]): Promise<void> {
  await rotate(scope, name);
  await restart(scope, ...processes);
  await rotate(scope, name, '--finish', '--restarted');
  await restart(scope, ...processes);
}

/** The processes trust the certificate of the plugin as well: see `trustOf`. */
function refreshTrust({ processes, folder }: Scope): void {
  for (const { plan } of processes) {
    const bundle = plan.environment['NODE_EXTRA_CA_CERTS'] ?? '';
    const others = readFileSync(bundle, 'utf8')
      .split('-----END CERTIFICATE-----')
      .slice(-2)
      .join('-----END CERTIFICATE-----');
    const name = plan.name.slice(plan.name.indexOf(' ') + 1);
    writeFileSync(bundle, `${readFileSync(join(folder, 'processes', name, 'secrets', 'ca.crt'), 'utf8')}\n${others}`);
  }
}

export const rotations: readonly Rotation[] = [
  {
    title: 'a database password of an instance',
    scope: 'instance',
    isShort: true,
    run: async (_system, scope) => {
      await rotate(scope, 'database-password-wallet');
      await endSessions(scope, 'wallet');
    },
  },
  {
    title: 'a database password of the hub',
    scope: 'hub',
    run: async (_system, scope) => {
      await rotate(scope, 'database-password-catalogue');
      await endSessions(scope, 'catalogue');
    },
  },
  {
    title: 'the NATS password of a service',
    scope: 'instance',
    isShort: true,
    run: async (_system, scope) => {
      await rotate(scope, 'nats-password-wallet');
      scope.nats.reload();
    },
  },
  {
    title: "the credentials of the hub's NATS users",
    scope: 'hub',
    run: async (_system, scope) => {
      await rotate(scope, 'nats-credentials');
      await restart(scope, 'catalogue');
      await rotate(scope, 'nats-credentials', '--finish', '--restarted');
      await restart(scope, 'catalogue');
    },
  },
  {
    title: "the signing key of the hub's NATS operator",
    scope: 'hub',
    run: async (_system, scope) => {
      await rotate(scope, 'nats-operator');
      await scope.nats.restart();
      await rotate(scope, 'nats-operator', '--finish', '--restarted');
      await restart(scope, 'catalogue');
      const catalogue = scope.processes.find(({ plan }) => plan.name.endsWith('catalogue'));
      await pollUntil('the accounts in sync', 60_000, async () => {
        const health = await fetch(catalogue?.plan.readyUrl ?? '');
        const { details } = (await health.json()) as { readonly details: Readonly<Record<string, string>> };
        return /^\d+ in sync$/.test(details['instance accounts'] ?? '') || null;
      });
      await scope.nats.restart();
    },
  },
  {
    title: 'the pepper of the hub',
    scope: 'hub',
    run: (_, scope) => rotateKeys(scope, 'pepper', ['catalogue', 'gateway']),
  },
  {
    title: 'the pepper, the sealing keys and the content keys of an instance',
    scope: 'instance',
    run: async (_system, scope) => {
      const names = ['pepper', 'sealing-keys', 'content-keys'];
      for (const name of names) await rotate(scope, name);
      await restart(scope, 'installation', 'delivery', 'gateway', 'workspace');
      for (const name of names) await rotate(scope, name, '--finish', '--restarted');
      await restart(scope, 'installation', 'delivery', 'gateway', 'workspace');
    },
  },
  {
    title: 'the credentials of the link',
    scope: 'instance',
    run: async ({ hub, dataDir, signIn }, scope) => {
      // The file that the answers name.
      const file = join(dataDir, 'link.creds');
      await succeed('kushk', ['operator', 'instance', 'rotate', 'i1', '--credentials-file', file, '--force'], {
        KUSHK_BASE_URL: hub.origin,
        KUSHK_TOKEN: await signIn('operator'),
      });
      await rotate(scope, 'link-credentials');
    },
  },
  {
    title: 'the authority and the certificates of the servers',
    scope: 'instance',
    run: async (_system, scope) => {
      await rotate(scope, 'authority');
      refreshTrust(scope);
      await reload(scope);
      await restart(scope);
      await rotate(scope, 'certificates');
      await reload(scope);
      await rotate(scope, 'authority', '--finish', '--restarted');
      refreshTrust(scope);
      await reload(scope);
    },
  },
];
