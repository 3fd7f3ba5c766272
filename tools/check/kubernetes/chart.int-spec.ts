import { describe, expect, it } from '@jest/globals';
import type { ServiceName } from '@kushk/contracts';
import { isRequired, readConfig, VARIABLES, type VariableName } from '@kushk/runtime';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { deploymentsOf, workloadsOf } from './chart-policies.js';
import {
  changed,
  clusterValues,
  containersValues,
  diskValues,
  hubValues,
  instanceValues,
  monitoredValues,
  type ChartValues,
} from './chart-values.js';
import { chartFolder, renderChart, runHelm, type KubernetesObject } from './helm.js';
import { schemaProblemOf } from './schemas.js';

const variants = Object.entries({
  hub: hubValues,
  'hub with monitoring': monitoredValues,
  'instance with contents on S3': instanceValues,
  'instance with contents on a volume': diskValues,
  'instance with container plugins': containersValues,
});
const rendered = new Map<string, readonly KubernetesObject[]>();
for (const [name, values] of variants) rendered.set(name, await renderChart(values));
const objectsOf = (name: string): readonly KubernetesObject[] => rendered.get(name) ?? [];
const namesOf = (name: string): readonly string[] =>
  objectsOf(name).map(({ kind, metadata }) => `${kind} ${metadata.name}`);

const key = Buffer.alloc(32, 7).toString('base64url');
const keys = JSON.stringify([{ kid: 'k1', k: key }]);
/** What the files of the Secrets have. */
const secrets: Readonly<Record<string, string>> = {
  KUSHK_DATABASE_URL: 'postgres://role:password@postgres:5432/kushk',
  KUSHK_NATS_URL: 'tls://user:password@nats:4222',
  KUSHK_PEPPER: key,
  KUSHK_SEALING_KEYS: keys,
  KUSHK_CONTENT_KEYS: keys,
  KUSHK_CONTENT_STORE: JSON.stringify({ driver: 'disk', folder: '/var/lib/kushk/contents' }),
  KUSHK_SIGNING_KEY: JSON.stringify({ kty: 'OKP', crv: 'Ed25519', kid: 'k1', x: 'eA', d: 'ZA' }),
  KUSHK_PINNED_HUB_KEYS: JSON.stringify({ keys: [] }),
  KUSHK_REGISTRY_PASSWORD: 'secret',
};

type Deployment = ReturnType<typeof deploymentsOf>[number];
/** The environment that the process of a Deployment reads, with the content of its files. */
function environmentOf({ container }: Deployment): Record<string, string> {
  return Object.fromEntries(
    (container.env ?? []).flatMap(({ name, value, valueFrom }) => {
      if (valueFrom) return [[name, valueFrom.fieldRef?.fieldPath === 'status.podIP' ? '10.1.2.3' : '']];
      if (!name.endsWith('_FILE')) return [[name, value ?? '']];
      const variable = name.slice(0, -'_FILE'.length);
      // The operator's key is tested where it is read.
      return variable === 'KUSHK_NATS_OPERATOR' ? [] : [[variable, secrets[variable] ?? 'absent']];
    }),
  );
}

describe('the Helm chart', () => {
  it.each(variants)('passes the linter of Helm for the %s', async (_, values) => {
    expect(await runHelm(['lint', '--strict', chartFolder], values)).toMatchObject({ code: 0 });
  });

  it.each(variants)('renders objects that fit the schemas of the API for the %s', (name) => {
    expect(objectsOf(name).map((object) => [object.metadata.name, schemaProblemOf(object)])).toEqual(
      objectsOf(name).map(({ metadata }) => [metadata.name, null]),
    );
  });

  it('reports a field that the schema of an object does not have', () => {
    const [policy] = objectsOf('hub').filter(({ kind }) => kind === 'PodDisruptionBudget');
    const misspelt = { ...policy, spec: { maxUnavailables: 1 } } as unknown as KubernetesObject;
    expect(schemaProblemOf(misspelt)).toBe('spec.maxUnavailables is not in the schema of PodDisruptionBudget');
  });

  it('starts the processes of the scope, and containers only for container plugins', () => {
    const deployments = (name: string) => deploymentsOf(objectsOf(name)).map((deployment) => deployment.name);
    expect(deployments('hub')).toEqual(['kushk-hub-catalogue', 'kushk-hub-hub-gateway', 'kushk-hub-review']);
    const ofInstance = ['delivery', 'installation', 'instance-gateway', 'wallet', 'workspace'].map(
      (p) => `kushk-i1-${p}`,
    );
    expect(deployments('instance with contents on S3')).toEqual(ofInstance);
    expect(deployments('instance with container plugins')).toEqual(['kushk-i1-containers', ...ofInstance]);
  });

  it('starts the programs of the image as its user', () => {
    const image = (path: string) => readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8');
    const user = /^USER (\d+):(\d+)$/m.exec(image('Dockerfile'));
    const programs = [...image('image/kushk-run').matchAll(/^ {2}(.*)\)/gm)].flatMap(([, names]) =>
      names?.split(' | '),
    );
    for (const { name, pod, container } of deploymentsOf(objectsOf('instance with container plugins'))) {
      const { runAsUser, runAsGroup } = pod.securityContext ?? {};
      expect([name, String(runAsUser), String(runAsGroup)]).toEqual([name, user?.[1], user?.[2]]);
      expect(container.command).toEqual(['kushk-run', name.replace('kushk-i1-', '')]);
      expect(programs).toContain(container.command?.[1]);
    }
  });

  it('creates the streams before it starts anything', () => {
    const job = objectsOf('hub').find(({ kind }) => kind === 'Job');
    expect(job?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
    const [{ container }] = workloadsOf(objectsOf('hub')).filter(({ kind }) => kind === 'Job') as [Deployment];
    expect(container.command).toEqual(['kushk-deploy', 'streams', 'create', '--replicas', '1']);
  });

  it('serves the public host, and the hosts of container plugins where there are any', () => {
    const hosts = (name: string) => JSON.stringify(objectsOf(name).find(({ kind }) => kind === 'Ingress')?.['spec']);
    expect(hosts('hub')).toContain('{"hosts":["hub.example"],"secretName":"kushk-hub-tls"}');
    expect(hosts('instance with contents on S3')).not.toContain('*');
    expect(hosts('instance with container plugins')).toContain('"hosts":["*.plugins.example.net"]');
  });

  it('lets the workspace confine the extraction of texts, unless the operator does without', async () => {
    const profileOf = (objects: readonly KubernetesObject[]) =>
      workloadsOf(objects).find(({ container }) => container.name === 'workspace')?.container.securityContext
        ?.seccompProfile?.type;
    expect(profileOf(objectsOf('instance with contents on S3'))).toBe('Unconfined');
    const unconfined = changed(instanceValues, 'workspace', (environment) => ({
      ...environment,
      KUSHK_EXTRACTION: 'unconfined',
    }));
    expect(profileOf(await renderChart(unconfined))).toBeUndefined();
  });

  it('mounts the claim for contents in the workspace alone', () => {
    const mounts = deploymentsOf(objectsOf('instance with contents on a volume')).filter(({ pod }) =>
      pod.volumes?.some(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName === 'contents'),
    );
    expect(mounts.map(({ name }) => name)).toEqual(['kushk-i1-workspace']);
  });

  it('leaves the data of plugins where it is when the release is removed', () => {
    const namespace = objectsOf('instance with container plugins').find(({ kind }) => kind === 'Namespace');
    expect(namespace?.metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' });
  });

  it('has the objects of the operator of Prometheus only where they are wanted', () => {
    const monitoring = ['ServiceMonitor kushk-hub-health', 'PrometheusRule kushk-hub-rules'];
    expect(namesOf('hub with monitoring')).toEqual(expect.arrayContaining(monitoring));
    for (const object of monitoring) expect(namesOf('hub')).not.toContain(object);
  });

  it('has the alert rules that are tested with Prometheus', () => {
    const rules = readFileSync(new URL('../../../deploy/observability/rules.yaml', import.meta.url), 'utf8');
    const [object] = objectsOf('hub with monitoring').filter(({ kind }) => kind === 'PrometheusRule');
    expect(object?.['spec']).toEqual(parse(rules));
  });
});

describe('the environment of each Deployment', () => {
  const all = ['hub', 'instance with container plugins'].flatMap((name) =>
    deploymentsOf(objectsOf(name)).map((deployment) => [deployment.name, deployment] as const),
  );

  it.each(all)('of %s is what its process reads: everything required, and nothing unknown', (name, deployment) => {
    const process = name.replace(/^kushk-[a-z0-9]+-/, '').replace('-', '_') as ServiceName;
    const environment = environmentOf(deployment);
    expect(readConfig(environment)).toMatchObject({ service: process, environment: 'production' });
    const names = Object.keys(environment).filter((variable) => variable !== 'NODE_EXTRA_CA_CERTS') as VariableName[];
    expect(names.filter((variable) => !(VARIABLES[variable]?.readBy as readonly string[]).includes(process))).toEqual(
      [],
    );
    const required = (Object.keys(VARIABLES) as VariableName[]).filter((variable) => isRequired(variable, process));
    expect(names).toEqual(expect.arrayContaining(required));
  });

  it.each(all)('of %s has its ports', (_, deployment) => {
    const { KUSHK_HEALTH_PORT, KUSHK_HTTP_PORT } = environmentOf(deployment);
    const ports = [KUSHK_HEALTH_PORT, KUSHK_HTTP_PORT].flatMap((port) => (port === undefined ? [] : [Number(port)]));
    expect(deployment.container.ports?.map(({ containerPort }) => containerPort)).toEqual(ports);
  });
});

describe('Helm', () => {
  const without = (variable: string) => (environment: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(environment).filter(([name]) => name !== variable));
  const adding = (more: Readonly<Record<string, string>>) => (environment: Readonly<Record<string, string>>) => ({
    ...environment,
    ...more,
  });

  it.each<[string, ChartValues, RegExp]>([
    ['an unknown value', { ...hubValues, replica: 3 }, /Additional property replica/],
    [
      'a misspelt variable',
      changed(hubValues, 'review', adding({ KUSHK_PEPER: 'x' })),
      /processes\.review.environment.*KUSHK_PEPER/,
    ],
    [
      'a variable of another process',
      changed(hubValues, 'review', adding({ KUSHK_FIRST_OPERATOR: 'x' })),
      /processes\.review.environment.*KUSHK_FIRST_OPERATOR/,
    ],
    [
      'a missing variable',
      changed(instanceValues, 'installation', without('KUSHK_PLUGIN_API')),
      /processes\.installation.environment: KUSHK_PLUGIN_API is required/,
    ],
    [
      'a missing secret',
      changed(hubValues, 'review', without('KUSHK_SIGNING_KEY_FILE')),
      /processes\.review.environment: KUSHK_SIGNING_KEY_FILE is required/,
    ],
    [
      'a secret that is no file',
      changed(hubValues, 'review', adding({ KUSHK_SIGNING_KEY: 'x' })),
      /processes\.review.environment.*KUSHK_SIGNING_KEY"/,
    ],
    [
      'a secret outside the mounted folder',
      changed(hubValues, 'review', adding({ KUSHK_SIGNING_KEY_FILE: '/etc/other/key' })),
      /processes\.review.environment.KUSHK_SIGNING_KEY_FILE/,
    ],
    [
      'a password in an address',
      changed(hubValues, 'review', adding({ KUSHK_NATS_URL: 'tls://u:p@nats:4222' })),
      /processes\.review.environment.KUSHK_NATS_URL/,
    ],
    [
      'a process that listens on loopback',
      changed(hubValues, 'review', adding({ KUSHK_HTTP_HOST: '127.0.0.1' })),
      /processes\.review.environment.KUSHK_HTTP_HOST/,
    ],
    ['another scope', changed(hubValues, 'review', adding({ KUSHK_SCOPE: 'i1' })), /is not the scope hub/],
    ['the processes of another scope', { ...hubValues, scope: 'i1' }, /installation is required/],
    ['the tag latest', { ...hubValues, image: 'registry.example/kushk:latest' }, /image/],
    ['an image without a version', { ...hubValues, image: 'registry.example:5000/kushk' }, /image/],
    ['no way to NATS', { ...hubValues, network: { to: { ...clusterValues.network.to, nats: [] } } }, /network.to.nats/],
    [
      'container plugins without a way to the API server',
      { ...containersValues, network: clusterValues.network },
      /network.to.kubernetes/,
    ],
    [
      'container plugins whose network is not checked',
      changed(containersValues, 'containers', without('KUSHK_KUBERNETES_NETWORK_POLICIES')),
      /KUSHK_KUBERNETES_NETWORK_POLICIES is required/,
    ],
  ])('refuses %s', async (_, values, problem) => {
    await expect(renderChart(values)).rejects.toThrow(problem);
  });
});
