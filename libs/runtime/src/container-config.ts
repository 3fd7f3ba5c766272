/** The configuration of container plugins (docs/reference/containers.md). */
import { createPrivateKey } from 'node:crypto';
import { fail, json, matching, oneOf, text, url, type Parse, type Reading } from './environment.js';
import { problemsOfKubernetes, readKubernetes, type KubernetesConfig } from './kubernetes-config.js';

/** What one container of a plugin may use. */
export interface ContainerLimits {
  readonly memory_mib: number;
  /** Cores, in parts: 0.5 is half a core. */
  readonly cpus: number;
  readonly processes: number;
  /** The size of `/tmp`, which is in memory and counts to it. */
  readonly tmp_mib: number;
  /** The size of `/data`. An existing one keeps the size that it was created with. */
  readonly data_mib: number;
}

export interface ContainerConfig {
  /** `off`: plugins of kind `instance` cannot be installed. `docker`: Docker, or Podman's service with the same API. */
  readonly driver: 'off' | 'docker' | 'kubernetes';
  /** The address of the engine: `unix:///run/podman/podman.sock`, or `http://…`. */
  readonly engine: string;
  /** The runtime with which the engine runs containers, such as `runsc` (gVisor); empty for the engine's own choice. */
  readonly runtime: string;
  /**
   * The first of the user and group ids of the machine that containers get, 65,536 for each; null: a container has the
   * ids of its engine, and its root is root of the machine, without rights.
   */
  readonly firstUserId: number | null;
  /** The network (CIDR) from which each installation gets a network of its own: 128 addresses each. */
  readonly subnet: string;
  readonly limits: ContainerLimits;
  /** `image`: `/data` is a file system in a file of a fixed size. `unlimited`: it is a volume without a limit. */
  readonly data: 'image' | 'unlimited';
  /** Where the files are in which `/data` is, and where they are mounted. */
  readonly dataDir: string;
  /** The account with which the engine pulls from the registry; empty when the registry needs none. */
  readonly registryUser: string;
  readonly registryPassword: string;
  /** What only the driver `kubernetes` needs. */
  readonly kubernetes: KubernetesConfig;
  /** Hosts (with port) of the registry's token service and storage, where they are not the registry's own. */
  readonly registryHosts: readonly string[];
  /** The key with which the hub signs tokens for its registry: PEM, EC P-256; null when it issues none. */
  readonly registryTokenKey: string | null;
}

export const DEFAULT_CONTAINER_LIMITS: ContainerLimits = {
  memory_mib: 256,
  cpus: 0.5,
  processes: 128,
  tmp_mib: 64,
  data_mib: 1_024,
};

/** Outside the ranges that useradd and systemd give away. */
const FIRST_USER_ID = 0x7000_0000;
/** The ids of the largest `KUSHK_CONTAINER_SUBNET` fit behind it. */
const LAST_FIRST_USER_ID = 2 ** 31 - 1;
const LOWEST_FIRST_USER_ID = 65_536;

const HOSTS = /^[a-z0-9.-]+(:\d{1,5})?(,[a-z0-9.-]+(:\d{1,5})?)*$/;
const LIMITS_RULE =
  'must be JSON with some of {"memory_mib","cpus","processes","tmp_mib","data_mib"}, positive numbers';

export function readContainers(from: Reading): ContainerConfig {
  const userIds = from.withDefault('KUSHK_CONTAINER_USER_IDS', firstUserId, FIRST_USER_ID);
  return {
    driver: from.withDefault('KUSHK_CONTAINER_DRIVER', oneOf('off', 'docker', 'kubernetes'), 'off'),
    engine: from.withDefault('KUSHK_CONTAINER_ENGINE', url('unix:', 'http:'), 'unix:///var/run/docker.sock'),
    runtime: from.withDefault('KUSHK_CONTAINER_RUNTIME', text, ''),
    firstUserId: userIds === 'off' ? null : userIds,
    subnet: from.withDefault(
      'KUSHK_CONTAINER_SUBNET',
      matching(/^\d{1,3}(\.\d{1,3}){3}\/(1[0-9]|2[0-5])$/, 'must be an IPv4 network such as 10.213.0.0/16'),
      '10.213.0.0/16',
    ),
    limits: {
      ...DEFAULT_CONTAINER_LIMITS,
      ...from.withDefault('KUSHK_CONTAINER_LIMITS', json(isLimits, LIMITS_RULE), {}),
    },
    data: from.withDefault('KUSHK_CONTAINER_DATA', oneOf('image', 'unlimited'), 'image'),
    dataDir: from.withDefault(
      'KUSHK_CONTAINER_DATA_DIR',
      matching(/^\//, 'must be the absolute path of a folder'),
      '/var/lib/kushk/containers',
    ),
    registryUser: from.withDefault('KUSHK_REGISTRY_USER', text, ''),
    registryPassword: from.withDefault('KUSHK_REGISTRY_PASSWORD', text, ''),
    kubernetes: readKubernetes(from),
    registryHosts: from
      .withDefault('KUSHK_REGISTRY_HOSTS', matching(HOSTS, 'must be hosts, with port if any, separated by commas'), '')
      .split(',')
      .filter((host) => host !== ''),
    registryTokenKey: from.withDefault('KUSHK_REGISTRY_TOKEN_KEY', tokenKey, null),
  };
}

/** What the service that runs containers lacks, one line each. */
export function problemsOfContainers(containers: ContainerConfig | undefined): readonly string[] {
  return containers?.driver === 'kubernetes' ? problemsOfKubernetes(containers.kubernetes) : [];
}

const firstUserId: Parse<number | 'off'> = (value) => {
  if (value === 'off') return value;
  const id = /^\d{1,10}$/.test(value) ? Number(value) : 0;
  return id >= LOWEST_FIRST_USER_ID && id <= LAST_FIRST_USER_ID
    ? id
    : fail(`must be a user id from ${LOWEST_FIRST_USER_ID} to ${LAST_FIRST_USER_ID}, or off`);
};

/** Docker's distribution verifies ES256 and RS256, and not the keys with which the hub signs releases. */
function tokenKey(value: string): string {
  try {
    const key = createPrivateKey(value.replaceAll('\\n', '\n'));
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1')
      return key.export({ type: 'pkcs8', format: 'pem' }).toString();
  } catch {
    // The rule below says what is expected.
  }
  return fail('must be a private key in PEM, EC P-256');
}

function isLimits(value: unknown): value is Partial<ContainerLimits> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([key, limit]) => key in DEFAULT_CONTAINER_LIMITS && typeof limit === 'number' && limit > 0,
  );
}
