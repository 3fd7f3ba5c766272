/** The JSON schema of the values of deploy/helm/kushk. Helm refuses values that do not fit it. Pure. */
import type { ServiceName } from '@kushk/contracts';
import { isRequired, VARIABLES, type Variable, type VariableName } from '@kushk/runtime';

type Schema = Readonly<Record<string, unknown>>;

const HUB = ['catalogue', 'review', 'hub-gateway'];
const INSTANCE = ['installation', 'wallet', 'workspace', 'delivery', 'instance-gateway'];
const PROCESSES = [...HUB, ...INSTANCE, 'containers'];

const hostName: Schema = { type: 'string', pattern: '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$' };
const domain: Schema = { type: 'string', pattern: '^[a-z0-9.-]*$' };
const text: Schema = { type: 'string', minLength: 1 };
const port: Schema = { type: 'string', pattern: '^[1-9][0-9]{3,4}$' };
/** A file of the Secret that is mounted in the pod. */
const secretFile: Schema = { type: 'string', pattern: '^/etc/kushk/secrets/[A-Za-z0-9._-]+$' };
const texts: Schema = { type: 'object', additionalProperties: { type: 'string' } };
/** Parts of objects of the API, which checks them. */
const parts: Schema = { type: 'array', items: { type: 'object' } };
const someParts: Schema = { ...parts, minItems: 1 };

/** Requires every property unless `required` names fewer. */
const object = (properties: Schema, required: readonly string[] = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const byName = (names: readonly string[], valueOf: (name: string) => Schema): Schema =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)]));

/** Their values are secrets, or must stay as they were handed over: only `NAME_FILE` is accepted. */
const IN_FILES: readonly VariableName[] = [
  'KUSHK_NATS_OPERATOR',
  'KUSHK_DATABASE_URL',
  'KUSHK_PEPPER',
  'KUSHK_SEALING_KEYS',
  'KUSHK_SIGNING_KEY',
  'KUSHK_SIGNING_KEYS',
  'KUSHK_PINNED_HUB_KEYS',
  'KUSHK_OIDC_CLIENT_SECRET',
  'KUSHK_CONTENT_STORE',
  'KUSHK_CONTENT_KEYS',
  'KUSHK_SMTP_URL',
  'KUSHK_REGISTRY_PASSWORD',
  'KUSHK_REGISTRY_TOKEN_KEY',
];
/** The chart sets them, because only the cluster knows them. */
const SET_BY_CHART: readonly VariableName[] = ['KUSHK_KUBERNETES_PLATFORM_NAMESPACE', 'KUSHK_KUBERNETES_POD_ADDRESS'];
/** Their defaults are not for a pod in production, or not for plugins on a cluster. */
const WITHOUT_DEFAULT: readonly VariableName[] = ['KUSHK_HTTP_HOST', 'KUSHK_CONTENT_STORE'];
const OF_CONTAINERS: readonly VariableName[] = ['KUSHK_CONTAINER_DRIVER', 'KUSHK_KUBERNETES_NETWORK_POLICIES'];
/** Either is enough. */
const INSTEAD: Readonly<Partial<Record<VariableName, VariableName>>> = { KUSHK_SIGNING_KEY: 'KUSHK_SIGNING_KEYS' };

/** What holds for the environment of every pod. */
const environment: Schema = {
  type: 'object',
  properties: {
    KUSHK_ENVIRONMENT: { const: 'production' },
    KUSHK_HTTP_HOST: { enum: ['0.0.0.0', '::'] },
    KUSHK_HTTP_PORT: port,
    KUSHK_HEALTH_PORT: port,
    // With a password it is a file.
    KUSHK_NATS_URL: { type: 'string', pattern: '^(nats|tls)://[^/@]+$' },
    KUSHK_NATS_CREDENTIALS: secretFile,
    KUSHK_CONTAINER_DRIVER: { enum: ['off', 'kubernetes'] },
    KUSHK_KUBERNETES_NETWORK_POLICIES: { const: 'enforced' },
    NODE_EXTRA_CA_CERTS: secretFile,
  },
  patternProperties: { '^KUSHK_.*_FILE$': secretFile },
  additionalProperties: text,
};

/** The names under which the value of a variable may be given. */
function formsOf(name: VariableName): readonly string[] {
  if (name === 'KUSHK_NATS_URL') return [name, `${name}_FILE`];
  return IN_FILES.includes(name) ? [`${name}_FILE`] : [name];
}

function accepting(
  variables: readonly VariableName[],
  required: readonly VariableName[],
  constants: Readonly<Record<string, string>> = {},
): Schema {
  const forms = required
    .map((name) => [name, INSTEAD[name] ?? name])
    .map((names) => [...new Set(names.filter((name) => variables.includes(name)).flatMap(formsOf))]);
  return {
    allOf: [
      { $ref: '#/definitions/environment' },
      {
        propertyNames: { enum: [...variables.flatMap(formsOf), 'NODE_EXTRA_CA_CERTS'] },
        properties: byName(Object.keys(constants), (name) => ({ const: constants[name] })),
        required: forms.filter(({ length }) => length === 1).flat(),
      },
      ...forms
        .filter(({ length }) => length > 1)
        .map((names) => ({ anyOf: names.map((name) => ({ required: [name] })) })),
    ],
  };
}

function environmentOf(process: string): Schema {
  const service = process.replace('-', '_') as ServiceName;
  const [role = ''] = process.split('-gateway');
  const isGateway = role !== process;
  const variables = (Object.entries(VARIABLES) as [VariableName, Variable][])
    .filter(([name, { readBy }]) => readBy.includes(service) && !SET_BY_CHART.includes(name))
    .map(([name]) => name);
  const needed = [...WITHOUT_DEFAULT, ...(process === 'containers' ? OF_CONTAINERS : [])];
  return accepting(
    variables,
    variables.filter((name) => isRequired(name, service) || needed.includes(name)),
    {
      KUSHK_SERVICE: isGateway ? 'gateway' : process,
      ...(isGateway && { KUSHK_ROLE: role }),
      ...(process === 'containers' && { KUSHK_CONTAINER_DRIVER: 'kubernetes' }),
    },
  );
}

/** Which processes a scope has. */
const having = (names: readonly string[], optional: readonly string[] = []): Schema => ({
  properties: {
    processes: { required: [...names, 'streams'], propertyNames: { enum: [...names, 'streams', ...optional] } },
  },
});

const processOf = (name: string): Schema =>
  object({ secret: text, environment: environmentOf(name), ...(name !== 'containers' && { replicas }) }, [
    'secret',
    'environment',
  ]);
const streams = accepting(
  ['KUSHK_SCOPE', 'KUSHK_NATS_URL', 'KUSHK_NATS_CREDENTIALS', 'LOG_LEVEL'],
  ['KUSHK_SCOPE', 'KUSHK_NATS_URL'],
);

const replicas: Schema = { type: 'integer', minimum: 1 };
const amounts = object({ cpu: text, memory: text });
const properties: Schema = {
  scope: { type: 'string', pattern: '^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$' },
  processes: object({ ...byName(PROCESSES, processOf), streams: object({ secret: text, environment: streams }) }, []),
  natsServers: { enum: [1, 3, 5] },
  image: { type: 'string', pattern: '^\\S+(:[A-Za-z0-9._-]+|@sha256:[0-9a-f]{64})$', not: { pattern: ':latest$' } },
  imagePullSecrets: { type: 'array', items: text },
  replicas,
  resources: object(byName(PROCESSES, () => object({ requests: amounts, limits: amounts }))),
  ingress: object({ host: hostName, pluginDomain: domain, className: { type: 'string' }, annotations: texts }, [
    'host',
  ]),
  contents: object({ claim: { type: 'string' } }),
  plugins: object({ quota: texts }),
  network: object({
    from: object({ ingress: someParts, monitoring: someParts }),
    to: object({ dns: someParts, nats: someParts, postgres: someParts, kubernetes: parts }),
    also: object(
      byName(PROCESSES, () => parts),
      [],
    ),
  }),
  monitoring: object({ serviceMonitor: { type: 'boolean' }, rules: { type: 'boolean' }, labels: texts }),
};

export const chartSchema: Schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  definitions: { environment },
  // Helm adds `global` when another chart depends on this one.
  ...object({ ...properties, global: { type: 'object' } }, Object.keys(properties)),
  allOf: [
    {
      if: { properties: { scope: { const: 'hub' } } },
      then: having(HUB),
      else: having(INSTANCE, ['containers']),
    },
    {
      if: { properties: { processes: { required: ['containers'] } } },
      then: { properties: { network: { properties: { to: { properties: { kubernetes: someParts } } } } } },
    },
  ],
};
