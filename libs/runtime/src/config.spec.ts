import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig } from './config.js';
import { serverUrls } from './server-urls.js';
import { foreignVariables } from './variable-names.js';

const key = Buffer.alloc(32, 7).toString('base64url');
const jwk = JSON.stringify({ kty: 'OKP', crv: 'Ed25519', kid: 'k1', x: 'eA', d: 'ZA' });
const catalogue = {
  KUSHK_ENVIRONMENT: 'test',
  KUSHK_SERVICE: 'catalogue',
  KUSHK_SCOPE: 'hub',
  KUSHK_NATS_URL: 'nats://127.0.0.1:8101',
  KUSHK_DATABASE_URL: 'postgres://catalogue:pw@127.0.0.1:8100/kushk',
  KUSHK_HEALTH_PORT: '8111',
  KUSHK_PEPPER: key,
  KUSHK_SIGNING_KEY: jwk,
  KUSHK_FIRST_OPERATOR: 'dev|sara',
};

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message.split('\n');
  }
}

describe('the configuration of a process', () => {
  it('reads which types of records are low-risk, and rejects a type that does not exist', () => {
    const lowRisk = (list: string) =>
      readConfig({ ...catalogue, KUSHK_LOW_RISK_RECORD_TYPES: list }).lowRiskRecordTypes;
    expect(readConfig(catalogue).lowRiskRecordTypes).toEqual(['calendar_event']);
    expect([lowRisk('calendar_event, document'), lowRisk('none')]).toEqual([['document', 'calendar_event'], []]);
    for (const list of ['memory', 'case,,document', 'none,case'])
      expect(problemsOf({ ...catalogue, KUSHK_LOW_RISK_RECORD_TYPES: list })).toEqual([
        expect.stringMatching(/^KUSHK_LOW_RISK_RECORD_TYPES must be none, or some of case, document, calendar_event/),
      ]);
  });

  it('extracts texts unconfined in production only when the operator allows it', () => {
    const extraction = (more: Record<string, string>) => readConfig({ ...catalogue, ...more }).extraction;
    expect(extraction({ KUSHK_ENVIRONMENT: 'development' })).toBe('unconfined');
    const production = { KUSHK_ENVIRONMENT: 'production' };
    expect(extraction(production)).toBe('confined');
    expect(extraction({ ...production, KUSHK_EXTRACTION: 'unconfined' })).toBe('unconfined');
  });

  it('runs no containers unless an engine is named, and completes the limits of a container', () => {
    const containersOf = (more: Record<string, string>) => readConfig({ ...catalogue, ...more }).containers;
    expect(containersOf({})).toMatchObject({ driver: 'off', limits: { memory_mib: 256, cpus: 0.5 } });
    expect(
      containersOf({
        KUSHK_CONTAINER_DRIVER: 'docker',
        KUSHK_CONTAINER_ENGINE: 'unix:///run/podman/podman.sock',
        KUSHK_CONTAINER_LIMITS: '{"memory_mib":512}',
      }),
    ).toMatchObject({
      driver: 'docker',
      firstUserId: 1_879_048_192,
      engine: 'unix:///run/podman/podman.sock',
      data: 'image',
      limits: { memory_mib: 512, cpus: 0.5, processes: 128, tmp_mib: 64, data_mib: 1_024 },
    });
    for (const limits of ['{"memory_mib":0}', '{"memory":512}', '[]'])
      expect(problemsOf({ ...catalogue, KUSHK_CONTAINER_LIMITS: limits })).toEqual([
        expect.stringMatching(/^KUSHK_CONTAINER_LIMITS must be JSON with some of/),
      ]);
    expect(problemsOf({ ...catalogue, KUSHK_CONTAINER_DATA_DIR: 'volumes' })).toEqual([
      'KUSHK_CONTAINER_DATA_DIR must be the absolute path of a folder',
    ]);
    expect(containersOf({ KUSHK_CONTAINER_USER_IDS: 'off' })).toMatchObject({ firstUserId: null });
    for (const ids of ['0', '65535', '2147483648', '100000:65536'])
      expect(problemsOf({ ...catalogue, KUSHK_CONTAINER_USER_IDS: ids })).toEqual([
        'KUSHK_CONTAINER_USER_IDS must be a user id from 65536 to 2147483647, or off',
      ]);
    expect(problemsOf({ ...catalogue, KUSHK_CONTAINER_SUBNET: '10.0.0.0/30' })).toEqual([
      expect.stringMatching(/^KUSHK_CONTAINER_SUBNET must be an IPv4 network/),
    ]);
  });

  it('runs containers on a cluster only when its operator says that the network enforces policies', () => {
    const containers = { ...catalogue, KUSHK_SERVICE: 'containers', KUSHK_SCOPE: 'acme' };
    const onCluster = {
      ...containers,
      KUSHK_SERVICE_ORIGIN: 'https://a.example',
      KUSHK_CONTAINER_DRIVER: 'kubernetes',
    };
    expect(problemsOf(onCluster)).toEqual([
      expect.stringMatching(/^KUSHK_KUBERNETES_POD_ADDRESS is not set/),
      expect.stringMatching(/^KUSHK_KUBERNETES_NETWORK_POLICIES must be enforced/),
    ]);
    const complete = {
      ...onCluster,
      KUSHK_KUBERNETES_POD_ADDRESS: '10.1.2.3',
      KUSHK_KUBERNETES_NETWORK_POLICIES: 'enforced',
    };
    expect(readConfig(complete).containers.kubernetes).toMatchObject({
      namespace: 'kushk-plugins',
      egressPorts: { first: 10_240, last: 32_767 },
      userNamespaces: true,
    });
    for (const ports of ['10240-10270', '80-32767', '30000-20000', '30000-70000'])
      expect(problemsOf({ ...complete, KUSHK_KUBERNETES_EGRESS_PORTS: ports })).toEqual([
        expect.stringMatching(/^KUSHK_KUBERNETES_EGRESS_PORTS must be a range of at least 32 ports/),
      ]);
    // The services that only tell whether plugins can run need none of it.
    expect(problemsOf({ ...catalogue, KUSHK_CONTAINER_DRIVER: 'kubernetes' })).toEqual([]);
  });

  it('is typed and frozen', () => {
    const config = readConfig(catalogue);
    expect(config).toMatchObject({
      service: 'catalogue',
      role: 'hub',
      scope: 'hub',
      healthPort: 8111,
      environment: 'test',
      logLevel: 'info',
    });
    expect(config.peppers).toEqual([expect.objectContaining({ length: 32 })]);
    expect(config).toMatchObject({ firstOperator: 'dev|sara', firstPlatformAdmin: '' });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it("includes the gateway's role in the service name", () => {
    const gateway = {
      KUSHK_ENVIRONMENT: 'test',
      KUSHK_SERVICE: 'gateway',
      KUSHK_ROLE: 'instance',
      KUSHK_SCOPE: 'i1',
      KUSHK_NATS_URL: 'nats://n:1',
      KUSHK_HTTP_PORT: '8081',
      KUSHK_HEALTH_PORT: '8110',
      KUSHK_PEPPER: key,
      KUSHK_BASE_URL: 'http://127.0.0.1:8080',
      KUSHK_SERVICE_ORIGIN: 'http://127.0.0.1:8081/',
      KUSHK_SEALING_KEYS: JSON.stringify([{ kid: 'k1', k: key }]),
      KUSHK_OIDC_ISSUER: 'http://127.0.0.1:8102',
      KUSHK_OIDC_AUDIENCE: 'urn:kushk:api',
    };
    expect(readConfig(gateway)).toMatchObject({
      process: 'gateway',
      service: 'instance_gateway',
      serviceOrigin: 'http://127.0.0.1:8081',
    });
  });

  it('reports all problems at once, one per line, without the values', () => {
    const { KUSHK_DATABASE_URL: _, ...rest } = catalogue;
    const problems = problemsOf({
      ...rest,
      KUSHK_HEALTH_PORT: '99999',
      KUSHK_PEPPER: 'c2hvcnQtc2VjcmV0',
      KUSHK_SIGNING_KEY: '{"d":"secret"',
      KUSHK_SCOPE: 'HUB',
    });
    expect(problems).toEqual([
      'KUSHK_SIGNING_KEY must be JSON (must be a private JWK, OKP Ed25519 with kid)',
      'KUSHK_SCOPE must be 1 to 32 of a-z, 0-9 and dash',
      'KUSHK_HEALTH_PORT must be a port between 1 and 65535',
      'KUSHK_PEPPER must be 32 bytes in base64url',
      'KUSHK_DATABASE_URL is not set',
    ]);
    expect(problems.join()).not.toMatch(/secret|c2hvcn/);
  });

  it('reports an unknown service and missing variables that every process needs', () => {
    expect(problemsOf({ KUSHK_SERVICE: 'catalog' })).toEqual([
      'KUSHK_SERVICE must be one of gateway, catalogue, review, installation, wallet, workspace, delivery, containers',
      'KUSHK_ENVIRONMENT is not set',
      'KUSHK_SCOPE is not set',
      'KUSHK_NATS_URL is not set',
    ]);
  });

  it.each(['catalogue', 'containers'])(
    'has no mode by default, so that %s never runs in development by mistake',
    (name) => {
      const { KUSHK_ENVIRONMENT: _, ...rest } = { ...catalogue, KUSHK_SERVICE: name };
      expect(problemsOf(rest)).toContain('KUSHK_ENVIRONMENT is not set');
    },
  );

  it('rejects a hub service with the scope of an instance', () => {
    expect(problemsOf({ ...catalogue, KUSHK_SCOPE: 'i1' })).toEqual(['KUSHK_SCOPE must be hub for this process']);
  });

  it('contains all signing keys, or only the single signing key when no list is set', () => {
    const known = { ...(JSON.parse(jwk) as object), nbf: 5 };
    const retired = { kty: 'OKP', crv: 'Ed25519', kid: 'old', x: 'x', exp: 5 };
    const { KUSHK_SIGNING_KEY: _, ...rest } = catalogue;
    expect(readConfig(catalogue).signingKeys).toEqual([JSON.parse(jwk)]);
    expect(readConfig({ ...rest, KUSHK_SIGNING_KEYS: JSON.stringify([known, retired]) }).signingKeys).toEqual([
      known,
      retired,
    ]);
    for (const wrong of [
      [retired],
      [known, { ...retired, exp: 'tomorrow' }],
      [known, { ...retired, revoked: true }],
      known,
    ]) {
      expect(problemsOf({ ...catalogue, KUSHK_SIGNING_KEYS: JSON.stringify(wrong) })).toEqual([
        'KUSHK_SIGNING_KEYS must be a JSON array of JWKs, OKP Ed25519 with kid, at least one of them private',
      ]);
    }
    expect(
      problemsOf({ ...catalogue, KUSHK_PINNED_HUB_KEYS: JSON.stringify({ keys: [{ ...retired, nbf: '0' }] }) }),
    ).toEqual(['KUSHK_PINNED_HUB_KEYS must be a JWKS: {"keys":[…]}']);
  });

  it('reads a value from the file that NAME_FILE names, and says what is wrong with the file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kushk-config-'));
    const file = join(folder, 'pepper');
    writeFileSync(file, `${key}\n`);
    const { KUSHK_PEPPER: _, ...rest } = catalogue;
    expect(readConfig({ ...rest, KUSHK_PEPPER_FILE: file }).peppers).toEqual([Buffer.alloc(32, 7)]);
    writeFileSync(join(folder, 'empty'), '\n');
    for (const [problem, more] of Object.entries({
      'KUSHK_PEPPER and KUSHK_PEPPER_FILE are both set: remove one of them': {
        KUSHK_PEPPER: key,
        KUSHK_PEPPER_FILE: file,
      },
      [`KUSHK_PEPPER cannot be read from ${join(folder, 'absent')}, the file of KUSHK_PEPPER_FILE: ENOENT`]: {
        KUSHK_PEPPER_FILE: join(folder, 'absent'),
      },
      [`KUSHK_PEPPER is empty in ${join(folder, 'empty')}, the file of KUSHK_PEPPER_FILE`]: {
        KUSHK_PEPPER_FILE: join(folder, 'empty'),
      },
    }))
      expect(problemsOf({ ...rest, ...more })).toEqual([problem]);
    rmSync(folder, { recursive: true });
  });

  it('refuses a variable that no process reads, and not what Kubernetes adds for a service', () => {
    expect(problemsOf({ ...catalogue, KUSHK_SEALINGKEYS: 'secret', KUSHK_PEPER_FILE: '/run/pepper' })).toEqual([
      'KUSHK_SEALINGKEYS is not a variable of Kushk: correct its name, or remove it',
      'KUSHK_PEPER_FILE is not a variable of Kushk: correct its name, or remove it',
    ]);
    const links = {
      KUSHK_HUB_SERVICE_HOST: '10.0.0.1',
      KUSHK_HUB_SERVICE_PORT_HTTP: '80',
      KUSHK_HUB_PORT: 'tcp://10.0.0.1:80',
    };
    expect(problemsOf({ ...catalogue, ...links })).toEqual([]);
    expect(foreignVariables({ ...catalogue, ...links, KUSHK_SEALING_KEYS_FILE: '/run/keys' }, 'catalogue')).toEqual([
      'KUSHK_SEALING_KEYS',
    ]);
  });

  it('needs TLS for public addresses in production, except on the machine itself', () => {
    const http = { KUSHK_BASE_URL: 'http://hub.example', KUSHK_OIDC_ISSUER: 'http://127.0.0.1:8080' };
    expect(problemsOf({ ...catalogue, ...http })).toEqual([]);
    expect(problemsOf({ ...catalogue, ...http, KUSHK_ENVIRONMENT: 'production' })).toEqual([
      'KUSHK_BASE_URL must be a URL with https: in production',
    ]);
  });

  it('accepts several servers of one database and of one NATS cluster', () => {
    const addresses = {
      KUSHK_DATABASE_URL: 'postgres://catalogue:p%2Cw@a:5432,[::1]:5433/kushk?sslmode=verify-full',
      KUSHK_NATS_URL: 'tls://u:p@one:4222,two',
    };
    const { databaseUrl, natsUrl } = readConfig({ ...catalogue, ...addresses });
    expect(serverUrls(databaseUrl)).toEqual([
      'postgres://catalogue:p%2Cw@a:5432/kushk?sslmode=verify-full',
      'postgres://catalogue:p%2Cw@[::1]:5433/kushk?sslmode=verify-full',
    ]);
    expect(serverUrls(natsUrl)).toEqual(['tls://u:p@one:4222', 'tls://u:p@two']);
    for (const wrong of ['nats://a,', 'nats://a,nats://b', 'a:4222', 'nats://u:p@', 'http://a'])
      expect(problemsOf({ ...catalogue, KUSHK_NATS_URL: wrong })).toEqual([
        'KUSHK_NATS_URL must be a URL with nats: or tls:; several servers as nats://user:password@host:port,host:port',
      ]);
  });

  it('throws when code reads a field that has no value', () => {
    expect(() => readConfig(catalogue).sealingKeys).toThrow('KUSHK_SEALING_KEYS is not set, and this process needs it');
  });
});
