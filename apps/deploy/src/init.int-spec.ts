/** What `init` writes, from its sources; `tools/run/deployment` runs the built command and a whole system with it. */
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServiceName } from '@kushk/contracts';
import { newSealingKey, newSigningKey, publicJwk } from '@kushk/credentials';
import { readConfig, VARIABLES, type VariableName } from '@kushk/runtime';
import { stringify } from 'yaml';
import { planDeployment } from './folder/plan-deployment.js';
import { folderOf, processesOf } from './folder/processes.js';
import { contentStorePart } from './check/content-store-part.js';
import { checkAnswers, readAnswers, answersText } from './folder/read-answers.js';
import { storeFiles } from './folder/stored-files.js';
import { folderParts } from './check/folder-parts.js';
import { storedEnvironment } from './folder/stored-deployment.js';
import { runRotate } from './rotate.js';
import type { Answers } from './folder/answers.js';

let parent: string;
let created = 0;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'kushk-init-'));
  writeFileSync(join(parent, 'link.creds'), '-----BEGIN NATS USER JWT-----\nx\n');
  writeFileSync(join(parent, 'pinned.json'), JSON.stringify({ keys: [publicJwk(newSigningKey())] }));
  writeFileSync(join(parent, 'secret'), 'a client secret\n');
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const hub = {
  scope: 'hub',
  url: 'https://hub.example',
  'postgres.hosts': ['db1.internal:5432', 'db2.internal:5432'],
  'nats.hosts': ['nats1.internal:4222'],
  'nats.leaf': 'tls://nats.hub.example:7422',
  'sign_in.issuer': 'https://id.example',
  'sign_in.audience': 'kushk-hub-api',
  first_person: 'person-1',
};
const instance = () => ({
  ...hub,
  scope: 'i1',
  url: 'https://app.example',
  hub_url: 'https://hub.example',
  'nats.hosts': ['a.internal:4222', 'b.internal:4222', 'c.internal:4222'],
  'sign_in.client_secret_file': join(parent, 'secret'),
  'hub.link_credentials_file': join(parent, 'link.creds'),
  'hub.pinned_keys_file': join(parent, 'pinned.json'),
  'containers.driver': 'docker',
  'registry.url': 'https://registry.example',
  'registry.user': 'pull',
  'registry.password_file': join(parent, 'secret'),
  target: 'kubernetes',
});

function answersOf(values: Readonly<Record<string, unknown>>): Answers {
  const { answers, problems } = checkAnswers(values);
  if (answers === null) throw new Error(problems.join('\n'));
  return answers;
}

async function init(
  folder: string,
  values: Readonly<Record<string, unknown>>,
  force = false,
): Promise<readonly string[]> {
  return storeFiles(folder, await planDeployment({ folder, answers: answersOf(values), force }));
}
async function problemsOfSecrets(
  folder: string,
  values: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  const part = folderParts({ folder, answers: answersOf(values) }).find(({ about }) => about === 'secrets');
  return (await part!.find()).flatMap(({ about, problem }) => (problem === null ? [] : `${about}: ${problem}`));
}
const newFolder = (): string => join(parent, `folder-${++created}`);

describe('the answers', () => {
  it('survive writing and reading', () => {
    for (const values of [hub, instance()]) {
      const answers = answersOf(values);
      expect(readAnswers(answersText(answers))).toEqual({ answers, problems: [] });
    }
  });

  it('have a line for each problem, which says what to write instead', () => {
    const { problems } = readAnswers(
      stringify({
        scope: 'hub',
        url: 'http://hub.example',
        hub_url: 'https://hub.example',
        postgres: { hosts: ['10.0.0.1:5432'], user: 'x' },
        nats: { hosts: ['a:1', 'b:2'] },
        sign_in: { issuer: 'https://id.example', audience: 'a', client_secret_file: 'secret' },
        replicas: 0,
        variables: { KUSHK_PEPPER: 'x' },
        sope: 'hub',
      }),
    );
    expect(problems).toEqual([
      expect.stringMatching(/^postgres\.user is no field: correct its name, or remove it; postgres has hosts, /),
      'sope is no field: correct its name, or remove it',
      'url must be an address with https://, such as https://hub.example',
      'hub_url has no meaning beside the other answers: remove it',
      'postgres.hosts has an IP address: write a host name, because certificates are checked by name',
      'nats.hosts must be 1 or 3 of host:port, such as [nats.internal:4222]',
      expect.stringMatching(/^nats\.leaf is missing: /),
      'sign_in.client_secret_file must be an absolute path, such as /etc/kushk/file, or none',
      expect.stringMatching(/^first_person is missing: /),
      'replicas must be a number from 1 to 16',
      expect.stringMatching(/^variables must be variables of .*; KUSHK_PEPPER is not$/),
    ]);
  });

  it('have a line for a port that is given twice', () => {
    expect(checkAnswers({ ...hub, 'ports.http': 9102 }).problems).toEqual([
      'ports.http is also the port of health of review (ports.health): choose another one',
    ]);
  });
});

describe('init', () => {
  it.each(['hub', 'instance'])('gives each process of a %s what it reads, and nothing else', async (name) => {
    const folder = newFolder();
    const values = { ...(name === 'hub' ? hub : instance()), variables: { LOG_LEVEL: 'debug', KUSHK_QUOTAS: '{}' } };
    const answers = answersOf(values);
    await init(folder, values);
    for (const service of processesOf(answers)) {
      const environment = storedEnvironment({ folder, answers }, service);
      expect(readConfig(environment).environment).toBe('production');
      for (const variable of Object.keys(environment).filter((one) => one !== 'NODE_EXTRA_CA_CERTS')) {
        const readBy: readonly ServiceName[] = VARIABLES[variable.replace(/_FILE$/, '') as VariableName].readBy;
        expect([variable, readBy.includes(service)]).toEqual([variable, true]);
      }
      for (const secret of readdirSync(join(folder, folderOf(service), 'secrets')))
        expect(statSync(join(folder, folderOf(service), 'secrets', secret)).mode & 0o777).toBe(0o600);
    }
  });

  it('changes nothing with the same answers, and only what follows from other ones', async () => {
    const folder = newFolder();
    expect(await init(folder, hub)).toContain('safe/nats-operator.json');
    expect(await init(folder, hub)).toEqual([]);
    expect(await init(folder, { ...hub, 'sign_in.audience': 'other' })).toEqual([
      'answers.yaml',
      'processes/hub-gateway/environment',
      'provider.md',
    ]);
    rmSync(join(folder, 'safe'), { recursive: true });
    expect(await init(folder, { ...hub, 'sign_in.audience': 'other' })).toEqual([]);
  });

  it('names each server of a cluster, and lets it end the connection of a process that hangs', async () => {
    const folder = newFolder();
    await init(folder, instance());
    const files = [1, 2, 3].map((number) => readFileSync(join(folder, `nats/nats-${number}.conf`), 'utf8'));
    expect(files.map((file) => /^server_name: "(.*)"$/m.exec(file)?.[1])).toEqual(['i1-1', 'i1-2', 'i1-3']);
    for (const file of files) expect(file).toMatch(/^ping_interval: "1s"\nping_max: 4$/m);
  });

  it('issues the certificate of a server again when its hosts change, and no other one', async () => {
    const folder = newFolder();
    await init(folder, hub);
    const changed = await init(folder, { ...hub, 'nats.hosts': ['other.internal:4222'] });
    expect(changed.filter((path) => path.includes('tls') || path.includes('ca/'))).toEqual([
      'nats/tls/server-1.crt',
      'nats/tls/server-1.key',
    ]);
  });

  it('replaces a secret by that of a named file with force alone', async () => {
    const folder = newFolder();
    const values = { ...instance(), 'sign_in.client_secret_file': join(parent, 'changing') };
    writeFileSync(join(parent, 'changing'), 'one');
    await init(folder, values);
    const file = join(folder, 'processes/instance-gateway/secrets/KUSHK_OIDC_CLIENT_SECRET');
    rmSync(join(parent, 'changing'));
    expect(await init(folder, values)).toEqual([]);
    writeFileSync(join(parent, 'changing'), 'two');
    await expect(init(folder, values)).rejects.toThrow(/sign_in\.client_secret_file has another client-secret/);
    expect(readFileSync(file, 'utf8')).toBe('one\n');
    await init(folder, values, true);
    expect(readFileSync(file, 'utf8')).toBe('two\n');
  });

  it("gives the authority of the sign-in provider to the gateway alone, also when the answers' file is gone", async () => {
    const folder = newFolder();
    const file = join(parent, 'provider.crt');
    const values = { ...hub, 'sign_in.authority_file': file };
    writeFileSync(file, 'the certificate of the provider\n');
    await init(folder, values);
    rmSync(file);
    expect(await init(folder, values)).toEqual([]);
    const [gateway, catalogue] = ['hub-gateway', 'catalogue'].map((name) =>
      readFileSync(join(folder, 'processes', name, 'secrets/ca.crt'), 'utf8'),
    );
    expect(gateway).toBe(`${catalogue}the certificate of the provider\n`);
  });

  it('requires --restarted for the second step of a rotation', async () => {
    const folder = newFolder();
    await init(folder, hub);
    await expect(runRotate('pepper', folder, { finish: true })).rejects.toThrow(/add --restarted/);
  });

  it('creates no second operator when files of the first one are missing', async () => {
    const folder = newFolder();
    await init(folder, hub);
    rmSync(join(folder, 'nats/operator.json'));
    await expect(init(folder, hub)).rejects.toThrow(/operator\.json is missing: restore it/);
  });

  it('leaves nothing half-written when a file cannot be written', async () => {
    const folder = newFolder();
    const files = await planDeployment({ folder, answers: answersOf(hub), force: false });
    const impossible = { ...files, 'answers.yaml/below': { text: '', isPrivate: false } };
    expect(() => storeFiles(folder, impossible)).toThrow();
    expect(readdirSync(parent).filter((name) => name.startsWith(`folder-${created}`))).toEqual([]);
  });

  it('takes the right to read a secret away from others', async () => {
    const folder = newFolder();
    await init(folder, hub);
    const file = join(folder, 'processes/review/secrets/KUSHK_DATABASE_URL');
    chmodSync(file, 0o644);
    mkdirSync(join(folder, 'elsewhere'));
    await init(folder, hub);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('lets check name a Secret of Kubernetes that others can read', async () => {
    const folder = newFolder();
    await init(folder, instance());
    chmodSync(join(folder, 'kubernetes/wallet.yaml'), 0o644);
    expect(await problemsOfSecrets(folder, instance())).toEqual([
      expect.stringMatching(/^secret kubernetes\/wallet\.yaml: others than its owner can read it/),
    ]);
  });

  it('keeps owner, group and mode of a file that it replaces, and gives a new one to the owner of its folder', async () => {
    // Only root may give files away.
    const [uid, gid] = process.getuid?.() === 0 ? [4_711, 4_712] : [process.getuid?.(), process.getgid?.()];
    const folder = newFolder();
    await init(folder, hub);
    const secrets = join(folder, 'processes/hub-gateway/secrets');
    const [replaced, added] = ['KUSHK_PEPPER', 'KUSHK_OIDC_CLIENT_SECRET'].map((name) => join(secrets, name));
    for (const path of [secrets, replaced!]) chownSync(path, uid!, gid!);
    chmodSync(replaced!, 0o400);
    const answers = answersOf({ ...hub, 'sign_in.client_secret_file': join(parent, 'secret') });
    const values = { pepper: JSON.stringify([newSealingKey()]) };
    const written = storeFiles(folder, await planDeployment({ folder, answers, force: false, replaced: { values } }));
    expect(written).toEqual(
      expect.arrayContaining(['KUSHK_PEPPER', 'KUSHK_OIDC_CLIENT_SECRET'].map((name) => expect.stringContaining(name))),
    );
    const stateOf = (path: string) => [statSync(path).uid, statSync(path).gid, statSync(path).mode & 0o777];
    expect([replaced!, added!].map(stateOf)).toEqual([
      [uid, gid, 0o400],
      [uid, gid, 0o600],
    ]);
    const other = join(folder, 'processes/catalogue/secrets/KUSHK_PEPPER');
    expect(statSync(other).uid).toBe(process.getuid?.());
    const named = [
      /^secret processes\/hub-gateway\/secrets\/\S+: it belongs to user 0, and its folder to user 4711: chown/,
      /^secret processes\/catalogue\/secrets: it belongs to root, and those of other processes do not/,
      /^secret processes\/review\/secrets: it belongs to root/,
    ];
    const problems = await problemsOfSecrets(folder, hub);
    expect(problems).toEqual(process.getuid?.() === 0 ? named.map((one) => expect.stringMatching(one)) : []);
  });
});

describe('check', () => {
  it('names contents that belong to another user than the process workspace', async () => {
    if (process.getuid?.() !== 0) return;
    const [folder, contents] = [newFolder(), mkdtempSync(join(parent, 'contents-'))];
    const values = { ...instance(), 'content_store.folder': contents };
    await init(folder, values);
    const part = contentStorePart({ folder, answers: answersOf(values) });
    expect(await part.find()).toEqual([expect.objectContaining({ problem: null })]);
    chownSync(join(folder, 'processes/workspace/secrets'), 4_711, 4_711);
    expect(await part.find()).toEqual([
      expect.objectContaining({ problem: 'it belongs to user 0, and the process workspace is user 4711: chown it' }),
    ]);
  });
});
