/** Mistakes of an operator, several planted in a copy of a folder and in its servers: `check` must name each. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { succeed } from './folder-processes.js';
import type { DeployedSystem } from './production-system.js';
import { query } from './servers.js';

interface Planted {
  readonly revert?: () => unknown;
  /** More environment of the command. */
  readonly environment?: Readonly<Record<string, string>>;
}
interface Plot {
  readonly system: DeployedSystem;
  /** The copy of the folder. */
  readonly folder: string;
}
export interface Fault {
  readonly name: string;
  readonly plant: (plot: Plot) => Planted | Promise<Planted>;
  /** Matches every line that the fault causes, except that the folder differs from its answers. */
  readonly wrong: RegExp;
}
/** A copy of a folder with faults that do not hide each other. */
export interface BrokenFolder {
  readonly scope: 'hub' | 'instance';
  readonly faults: readonly Fault[];
}

const edit =
  (file: string, change: (text: string) => string) =>
  ({ folder }: Plot): Planted => {
    const path = join(folder, file);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
    return {};
  };
const secretOf = (process: string, name: string): string => `processes/${process}/secrets/${name}`;
const inAnswers = (from: RegExp, to: string) => edit('answers.yaml', (text) => text.replace(from, to));
const hour = 3_600_000;
const lateClock = `data:text/javascript,${encodeURIComponent(`const now=Date.now;Date.now=()=>now()+${hour}`)}`;

/** A statement of the superuser, and the one that takes it back. */
const statement =
  (sql: string, revert: string) =>
  async ({ system }: Plot): Promise<Planted> => {
    const { superuserUrl } = system.instance.postgres;
    await query(superuserUrl, sql);
    return { revert: () => query(superuserUrl, revert) };
  };

const otherAuthority = ({ folder }: Plot): Planted => {
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=other'];
  const made = ['req', '-x509', ...options, '-keyout', join(folder, 'other.key'), '-out', join(folder, 'other.crt')];
  execFileSync('openssl', made, { stdio: 'ignore' });
  for (const process of ['catalogue', 'review', 'hub-gateway'])
    writeFileSync(join(folder, secretOf(process, 'ca.crt')), readFileSync(join(folder, 'other.crt')));
  return {};
};

const expiredCertificate = ({ folder }: Plot): Planted => {
  const server = join(folder, 'nats', 'tls', 'server-1');
  const [request, names] = [`${server}.csr`, ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']];
  const authority = ['-CA', join(folder, 'ca', 'ca.crt'), '-CAkey', join(folder, 'ca', 'ca.key')];
  const signing = ['x509', '-req', '-in', request, ...authority, '-days', '-1', '-copy_extensions', 'copy'];
  execFileSync('openssl', ['req', '-new', '-key', `${server}.key`, ...names, '-out', request], { stdio: 'ignore' });
  execFileSync('openssl', [...signing, '-out', `${server}.crt`], { stdio: 'ignore' });
  return {};
};

export const brokenFolders: readonly BrokenFolder[] = [
  {
    scope: 'instance',
    faults: [
      {
        name: 'a wrong password of a database role',
        plant: edit(secretOf('wallet', 'KUSHK_DATABASE_URL'), (text) => text.replace(/:[^:@/]+@/, ':other@')),
        wrong: /postgres role wallet: the user, the password .*roles\.sql/,
      },
      {
        name: 'a role without its search_path',
        plant: statement(
          'alter role workspace in database kushk reset search_path; create schema other; alter role workspace set search_path = other',
          'alter role workspace reset search_path; alter role workspace in database kushk set search_path = workspace; drop schema other',
        ),
        wrong: /postgres role workspace: its search_path leads to .*roles\.sql/,
      },
      {
        name: "a role that may use another service's schema",
        plant: statement('grant usage on schema wallet to delivery', 'revoke usage on schema wallet from delivery'),
        wrong: /postgres role delivery: it may use the schema of wallet/,
      },
      {
        name: 'too few connections for the replicas',
        plant: inAnswers(/replicas: 1/, 'replicas: 16'),
        wrong: /postgres localhost:\d+: max_connections is 200, and \d+ are needed/,
      },
      {
        name: 'a role of backups that may not replicate',
        plant: statement('alter role backup noreplication', 'alter role backup replication'),
        wrong: /postgres localhost:\d+: the role backup may not replicate/,
      },
      {
        name: 'a wrong NATS password',
        plant: edit(secretOf('delivery', 'KUSHK_NATS_URL'), (text) => text.replace(/:[^:@/]+@/, ':other@')),
        wrong: /nats login delivery: the user, the password .*reload/,
      },
      {
        name: 'a secret that others can read',
        plant: ({ folder }) => {
          chmodSync(join(folder, secretOf('wallet', 'KUSHK_NATS_URL')), 0o644);
          return {};
        },
        wrong: /secret processes\/wallet\/secrets\/KUSHK_NATS_URL: .*chmod/,
      },
      {
        name: 'a secret of another shape',
        plant: edit(secretOf('installation', 'KUSHK_PEPPER'), () => 'short'),
        wrong: /configuration installation: KUSHK_PEPPER must be 32 bytes|folder: .*pepper/,
      },
      {
        name: 'secrets that belong to root, beside those of another user',
        plant: ({ folder }) => {
          chownSync(join(folder, 'processes', 'delivery', 'secrets'), 65_534, 65_534);
          return {};
        },
        wrong: /secret processes\/[\w-]+\/secrets(: it belongs to root|\/\w+: it belongs to user 0)/,
      },
      {
        name: 'the link of another instance',
        plant: edit('nats/link.creds', (text) => {
          const [, claims = ''] = /\.([^.\s]+)\./.exec(text) ?? [];
          const named = { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object), name: 'other' };
          return text.replace(claims, Buffer.from(JSON.stringify(named)).toString('base64url'));
        }),
        wrong: /nats link: nats\/link\.creds are those of other/,
      },
      {
        name: 'a public address of a hub that does not exist',
        plant: inAnswers(/hub_url: \S+/, 'hub_url: https://hub.invalid'),
        wrong: /hub https:\/\/hub\.invalid: the host name is not known/,
      },
      {
        name: 'a folder of contents that does not exist',
        plant: edit(secretOf('workspace', 'KUSHK_CONTENT_STORE'), (text) => text.replace('contents', 'elsewhere')),
        wrong: /contents .*elsewhere: the folder does not exist/,
      },
    ],
  },
  {
    scope: 'hub',
    faults: [
      {
        name: 'a PostgreSQL server that does not answer',
        plant: edit(secretOf('review', 'KUSHK_DATABASE_URL'), (text) => text.replace(/localhost:\d+/, 'localhost:9')),
        wrong:
          /postgres (localhost:9|role review): (not tried: )?connection refused.*start it, or correct its host and port/,
      },
      {
        name: 'a clock that is an hour ahead',
        plant: () => ({ environment: { NODE_OPTIONS: `--import=${lateClock}` } }),
        wrong: /postgres localhost:\d+: the clock of this machine is \d+ ms ahead/,
      },
      {
        name: 'an expired certificate',
        plant: expiredCertificate,
        wrong: /certificate nats\/tls\/server-1\.crt: it has expired|serves another certificate/,
      },
      {
        name: 'the credentials of another NATS user',
        plant: ({ folder }) => {
          const [own, other] = ['review', 'hub-gateway'].map((process) => secretOf(process, 'KUSHK_NATS_CREDENTIALS'));
          writeFileSync(join(folder, own!), readFileSync(join(folder, other!)));
          return {};
        },
        wrong: /nats login review: /,
      },
      {
        name: 'fewer copies of the streams than servers',
        plant: inAnswers(/hosts:\n(\s+)- (localhost:\d+)\n(\s+)leaf/, 'hosts: [$2, localhost:7, localhost:8]\n$3leaf'),
        wrong:
          /nats streams: .* copies, and there are 3 servers|in no cluster|server-[23]\.crt: it or its key is missing/,
      },
      {
        name: 'an issuer that the provider does not call itself',
        plant: inAnswers(/issuer: https:\/\/127\.0\.0\.1/, 'issuer: https://localhost'),
        wrong: /sign-in https:\/\/localhost:\d+: /,
      },
    ],
  },
  {
    scope: 'hub',
    // A rotation writes all files, so it comes first.
    faults: [
      {
        name: 'certificates that the servers have not loaded',
        plant: async ({ folder }) => {
          await succeed('deploy', ['rotate', 'certificates', folder]);
          return {};
        },
        wrong: /(postgres|nats) localhost:\d+: it serves another certificate than \S+\.crt: copy it/,
      },
      {
        name: 'an unknown host',
        plant: edit(secretOf('review', 'KUSHK_DATABASE_URL'), (text) => text.replace('localhost', 'db.invalid')),
        wrong: /postgres (db\.invalid:\d+|role review): (not tried: )?the host name is not known/,
      },
    ],
  },
  {
    scope: 'hub',
    // With it no server can be reached.
    faults: [
      {
        name: 'another authority',
        plant: otherAuthority,
        wrong: /NODE_EXTRA_CA_CERTS|ca\.crt of|not signed/,
      },
    ],
  },
];
