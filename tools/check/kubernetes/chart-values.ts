/** Values of the Helm chart as `kushk-deploy init` writes them, and as a cluster adds to them. */
type Environment = Readonly<Record<string, string>>;

export interface ChartValues {
  readonly scope: string;
  readonly processes: Readonly<Record<string, { readonly secret: string; readonly environment: Environment }>>;
  readonly [value: string]: unknown;
}

const digest = `sha256:${'a'.repeat(64)}`;
const pods = (namespace: string) => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
});
const rule = (peer: object, port: number) => ({ to: [peer], ports: [{ protocol: 'TCP', port }] });

/** What every cluster must say. */
export const clusterValues = {
  image: `registry.example/kushk@${digest}`,
  network: { to: { nats: [rule(pods('nats'), 4222)], postgres: [rule(pods('postgres'), 5432)] } },
};

const fileOf = (name: string): Environment => ({ [`${name}_FILE`]: `/etc/kushk/secrets/${name}` });
const filesOf = (...names: readonly string[]): Environment => Object.assign({}, ...names.map(fileOf)) as Environment;

/** Lines of every environment, the Job's included. */
const connection = (scope: string): Environment => ({
  KUSHK_SCOPE: scope,
  NODE_EXTRA_CA_CERTS: '/etc/kushk/secrets/ca.crt',
  ...(scope === 'hub'
    ? { KUSHK_NATS_URL: 'tls://nats.nats.svc:4222', KUSHK_NATS_CREDENTIALS: '/etc/kushk/secrets/nats.creds' }
    : fileOf('KUSHK_NATS_URL')),
});

const process = (scope: string, service: string): Environment => ({
  ...connection(scope),
  KUSHK_ENVIRONMENT: 'production',
  KUSHK_SERVICE: service,
  KUSHK_HTTP_HOST: '0.0.0.0',
  KUSHK_HEALTH_PORT: '8090',
});
const service = (scope: string, name: string): Environment => ({
  ...process(scope, name),
  ...fileOf('KUSHK_DATABASE_URL'),
  ...(scope !== 'hub' && { KUSHK_HUB_JETSTREAM: 'hub.jetstream' }),
});
const gateway = (scope: string, role: string): Environment => ({
  ...process(scope, 'gateway'),
  ...fileOf('KUSHK_PEPPER'),
  KUSHK_ROLE: role,
  KUSHK_HTTP_PORT: '8080',
  KUSHK_BASE_URL: 'https://hub.example',
  KUSHK_OIDC_ISSUER: 'https://id.example',
  KUSHK_OIDC_AUDIENCE: `https://${scope}.example/api`,
  KUSHK_TRUSTED_PROXIES: '10.0.0.0/8',
});

function processes(scope: string, environments: Readonly<Record<string, Environment>>): ChartValues['processes'] {
  return Object.fromEntries(
    Object.entries(environments).map(([name, environment]) => [
      name,
      { secret: `kushk-${scope}-${name}`, environment },
    ]),
  );
}

export const hubValues: ChartValues = {
  ...clusterValues,
  scope: 'hub',
  ingress: { host: 'hub.example' },
  processes: processes('hub', {
    catalogue: {
      ...service('hub', 'catalogue'),
      ...filesOf('KUSHK_PEPPER', 'KUSHK_SIGNING_KEY', 'KUSHK_NATS_OPERATOR', 'KUSHK_REGISTRY_PASSWORD'),
      KUSHK_FIRST_OPERATOR: 'idp|1',
      KUSHK_REGISTRY_URL: 'https://registry.example',
      KUSHK_REGISTRY_USER: 'catalogue',
    },
    review: { ...service('hub', 'review'), ...fileOf('KUSHK_SIGNING_KEY') },
    'hub-gateway': {
      ...gateway('hub', 'hub'),
      KUSHK_REGISTRY_URL: 'https://registry.example',
    },
    streams: connection('hub'),
  }),
};

const origin: Environment = { KUSHK_SERVICE_ORIGIN: 'https://i1.example' };
const sealing = fileOf('KUSHK_SEALING_KEYS');
const signing = fileOf('KUSHK_SIGNING_KEY');

/** Contents are on S3. */
export const instanceValues: ChartValues = {
  ...clusterValues,
  scope: 'i1',
  ingress: { host: 'i1.example' },
  processes: processes('i1', {
    installation: {
      ...service('i1', 'installation'),
      ...origin,
      ...sealing,
      ...signing,
      ...filesOf('KUSHK_PEPPER', 'KUSHK_PINNED_HUB_KEYS'),
      KUSHK_PLUGIN_API: '1.0',
    },
    wallet: service('i1', 'wallet'),
    workspace: {
      ...service('i1', 'workspace'),
      ...filesOf('KUSHK_CONTENT_STORE', 'KUSHK_CONTENT_KEYS'),
      KUSHK_FIRST_PLATFORM_ADMIN: 'idp|2',
    },
    delivery: { ...service('i1', 'delivery'), ...origin, ...sealing, ...signing },
    'instance-gateway': { ...gateway('i1', 'instance'), KUSHK_HUB_JETSTREAM: 'hub.jetstream', ...origin, ...sealing },
    streams: connection('i1'),
  }),
};

/** Contents are on a volume. */
export const diskValues: ChartValues = { ...instanceValues, contents: { claim: 'contents' } };

/** With container plugins on the cluster. */
export const containersValues: ChartValues = {
  ...instanceValues,
  ingress: { host: 'i1.example', pluginDomain: 'plugins.example.net' },
  network: { to: { ...clusterValues.network.to, kubernetes: [rule({ ipBlock: { cidr: '10.0.0.1/32' } }, 6443)] } },
  processes: {
    ...instanceValues.processes,
    ...processes('i1', {
      installation: {
        ...instanceValues.processes['installation']?.environment,
        KUSHK_PLUGIN_DOMAIN: 'plugins.example.net',
        KUSHK_CONTAINER_DRIVER: 'kubernetes',
      },
      'instance-gateway': {
        ...instanceValues.processes['instance-gateway']?.environment,
        KUSHK_PLUGIN_DOMAIN: 'plugins.example.net',
      },
      containers: {
        ...service('i1', 'containers'),
        ...origin,
        ...fileOf('KUSHK_REGISTRY_PASSWORD'),
        KUSHK_CONTAINER_DRIVER: 'kubernetes',
        KUSHK_KUBERNETES_NETWORK_POLICIES: 'enforced',
        KUSHK_REGISTRY_URL: 'https://registry.example',
        KUSHK_REGISTRY_USER: 'engine',
      },
    }),
  },
};

/** With what the operator of Prometheus reads. */
export const monitoredValues: ChartValues = {
  ...hubValues,
  monitoring: { serviceMonitor: true, rules: true, labels: { release: 'prometheus' } },
};

/** The values with another environment of one process. */
export function changed(
  values: ChartValues,
  name: string,
  change: (environment: Environment) => Environment,
): ChartValues {
  const environment = change(values.processes[name]?.environment ?? {});
  return { ...values, processes: { ...values.processes, ...processes(values.scope, { [name]: environment }) } };
}
