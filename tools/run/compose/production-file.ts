/**
 * Reads the Compose files of deploy/compose for what runs their services without Compose: Podman (podman.ts), systemd
 * (systemd-units.ts). Both know the keys below and no others; a file with another key is refused.
 */
import { parse } from 'yaml';

export interface HealthCheck {
  readonly test: readonly string[];
  readonly interval: string;
  readonly timeout: string;
  readonly retries: number;
  readonly start_period?: string;
}

export interface Service {
  readonly image: string;
  readonly command: readonly string[];
  readonly user: string;
  readonly restart: 'unless-stopped' | 'no';
  readonly read_only: true;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly stop_grace_period: string;
  readonly pids_limit: number;
  readonly mem_limit: string;
  readonly logging: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
  readonly networks: readonly string[];
  readonly volumes: readonly string[];
  readonly init?: true;
  readonly cap_add?: readonly string[];
  readonly env_file?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly tmpfs?: readonly string[];
  readonly shm_size?: string;
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly healthcheck?: HealthCheck;
  readonly depends_on?: Readonly<Record<string, { readonly condition: Condition }>>;
}
type Condition = 'service_healthy' | 'service_completed_successfully';

export interface Network {
  readonly internal?: true;
  readonly ipam?: { readonly config: readonly [{ readonly subnet: string }] };
}

export interface ComposeFile {
  readonly name: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, Network>>;
}

/** Every service limits what it may do; a file that leaves a limit out is refused as well. */
const required = [
  ...['image', 'command', 'user', 'restart', 'read_only', 'cap_drop', 'security_opt', 'stop_grace_period'],
  ...['pids_limit', 'mem_limit', 'logging', 'networks', 'volumes'],
];
const optional = [
  ...['init', 'cap_add', 'env_file', 'environment', 'tmpfs', 'shm_size', 'ports', 'profiles', 'healthcheck'],
  'depends_on',
];
const healthKeys = ['test', 'interval', 'timeout', 'retries', 'start_period'];

/** Reads a file. `variables` replace `${NAME}` and `${NAME:-default}`. Throws with one line per problem. */
export function readComposeFile(text: string, variables: Readonly<Record<string, string | undefined>>): ComposeFile {
  const document = parse(text, { merge: true }) as Record<string, unknown>;
  const file = Object.fromEntries(Object.entries(document).filter(([key]) => !key.startsWith('x-')));
  const problems = [...unknownKeys('the file', file, ['name', 'services', 'networks'])];
  const services = record(file['services']);
  for (const [name, service] of Object.entries(services)) problems.push(...problemsOf(name, record(service)));
  for (const [name, network] of Object.entries(record(file['networks'])))
    problems.push(...unknownKeys(`network ${name}`, record(network), ['internal', 'ipam']));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return interpolated(file, variables) as ComposeFile;
}

/** `.env` of the project: `NAME=value` lines. */
export function readVariables(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n').filter((line) => /^[A-Z_]+=/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

function problemsOf(name: string, service: Readonly<Record<string, unknown>>): readonly string[] {
  return [
    ...unknownKeys(name, service, [...required, ...optional]),
    ...required.filter((key) => service[key] === undefined).map((key) => `${name} has no ${key}`),
    ...unknownKeys(`the healthcheck of ${name}`, record(service['healthcheck']), healthKeys),
  ];
}

function unknownKeys(
  where: string,
  value: Readonly<Record<string, unknown>>,
  known: readonly string[],
): readonly string[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => `${where} has the key ${key}, which is not supported`);
}

const record = (value: unknown): Readonly<Record<string, unknown>> => (value ?? {}) as Record<string, unknown>;

function interpolated(value: unknown, variables: Readonly<Record<string, string | undefined>>): unknown {
  if (typeof value === 'string')
    return value.replace(/\$\{(\w+)(?::-([^}]*))?\}/g, (_, name: string, fallback?: string) => {
      const replacement = variables[name] || fallback;
      if (replacement === undefined) throw new Error(`${name} is not set`);
      return replacement;
    });
  if (Array.isArray(value)) return value.map((one) => interpolated(one, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, interpolated(one, variables)]));
}

/** The services in an order in which each one follows those that it depends on, without those of other profiles. */
export function startOrder({ services }: ComposeFile, profiles: readonly string[] = []): readonly string[] {
  const order: string[] = [];
  const add = (name: string): void => {
    if (order.includes(name)) return;
    for (const before of Object.keys(services[name]?.depends_on ?? {})) add(before);
    order.push(name);
  };
  for (const [name, service] of Object.entries(services))
    if (service.profiles?.every((profile) => profiles.includes(profile)) ?? true) add(name);
  return order;
}
