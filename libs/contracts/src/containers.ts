/** Requests and public facts of the service that runs container plugins (docs/reference/containers.md). */
import { gatewayRequires } from './caller-policy.js';
import { command, publicFact, query, type RequestIdempotency } from './messages.js';

/** The domain of the addresses of containers. Only the services of the instance resolve its names. */
export const CONTAINER_DOMAIN = 'containers.internal';

/** What a manifest of kind `instance` says about its container. */
export interface ContainerCapabilities {
  /** With digest: `registry.example/acme/invoices@sha256:…`. */
  readonly image: string;
  readonly port: number;
  /** The destinations (`host:port`) that the admin consented to. */
  readonly egress: readonly string[];
}

/**
 * `waiting`: nothing has been tried yet. `starting`: it is being created, or does not listen yet. `restarting`: it
 * ended by itself and starts again. `stopped`: the installation is paused or suspended.
 */
export type ContainerState = 'waiting' | 'starting' | 'running' | 'restarting' | 'failing' | 'stopped' | 'removing';

/** What a container tried to reach without being allowed to. */
export interface DeniedAttempt {
  /** A name that it asked for, or an address; `*` for the attempts that are more than the service counts one by one. */
  readonly host: string;
  /** Null for a question for a name, and for what has no ports. */
  readonly port: number | null;
  readonly protocol: 'tcp' | 'udp' | 'dns' | 'other';
  readonly count: number;
  readonly last_at: string;
}

/**
 * What the containers of a version were denied on an instance. `host` is a registered domain
 * (docs/reference/containers.md).
 */
export interface DeniedCount extends Pick<DeniedAttempt, 'host' | 'port' | 'protocol' | 'count'> {
  /** The day of the last attempt: `YYYY-MM-DD`. */
  readonly last_on: string;
}

/** What the containers of a version were denied on all instances, for the operator's staff. */
export interface DeniedOfFleet {
  /** `instances`: how many of them report the destination. */
  readonly denied: readonly (DeniedCount & { readonly instances: number })[];
  /** `silent`: those that did not answer in time, and are not counted. */
  readonly instances: { readonly answered: number; readonly silent: number };
}

/** The container of one installation, for its admin. */
export interface ContainerResource {
  readonly installation_id: string;
  readonly state: ContainerState;
  /** Why it does not run, in English, as the engine reported it; null while it runs. */
  readonly reason: string | null;
  readonly since: string;
  /** The version whose image runs or is being started. */
  readonly version: string;
  readonly image: string;
  /** The version that was given up because it did not start, and why; null when the newest one runs. */
  readonly failed_version: { readonly version: string; readonly reason: string; readonly at: string } | null;
  /** How often it was started again after it had ended by itself. */
  readonly restarts: number;
  /** What it uses now, without the cache of files; null while it does not run, and when the engine does not say. */
  readonly memory_bytes: number | null;
  readonly memory_limit_bytes: number;
  /** The destinations (`host:port`) that it may reach, and the hundred that it was denied last. */
  readonly egress: { readonly allowed: readonly string[]; readonly denied: readonly DeniedAttempt[] };
}

/** The last lines of both outputs, oldest first: at most 1,000 lines and 256 KiB. */
interface ContainerLog {
  readonly lines: readonly string[];
  /** Whether older output exists. */
  readonly truncated: boolean;
}

interface ContainerLookup {
  readonly organisation_id: string;
  readonly installation_id: string;
}

export const containers = {
  /** Rejects with `installation.not_found` for an installation of another organisation or without a container. */
  getContainer: query<ContainerLookup, ContainerResource>('containers', 'container.get'),
  getLog: query<ContainerLookup, ContainerLog>('containers', 'container.log'),
  /** What the containers of a version were denied on this instance, the most frequent first. */
  listDenied: query<{ plugin_id: string; version: string }, { items: readonly DeniedCount[] }>(
    'containers',
    'container.list-denied',
  ),
  /**
   * Where the container of an installation accepts connections (`host:port`); null without a container, and while none
   * may be connected to: it starts, is replaced, or is stopped.
   */
  findAddress: query<{ installation_id: string }, { address: string | null }>('containers', 'container.find-address'),
  /**
   * Replaces the container by one of the same image with the same volume, also while it waits after an end. Rejects
   * with `installation.not_found`.
   */
  restartContainer: command<
    { organisation_id: string; installation_id: string; by: string; idempotency?: RequestIdempotency },
    ContainerResource
  >('containers', 'container.restart', gatewayRequires('admin')),
};

export const containerFacts = {
  /**
   * The container accepts connections. `version` is the version of the installation that it serves; `running_version`
   * is a lower one when that version did not start. `base_url` never changes; `address` (`host:port`) may. With
   * `is_update` the version replaces one that ran: it stays only if the plugin accepts `installed` in time.
   */
  containerListening: publicFact<{
    readonly installation_id: string;
    readonly version: string;
    readonly running_version: string;
    readonly base_url: string;
    readonly address: string;
    readonly is_update: boolean;
    readonly at: string;
  }>('containers', 'container.listening'),
  /** A new version was given up, and the one before it starts again, with the credentials that it had. */
  versionFailed: publicFact<{
    readonly installation_id: string;
    readonly version: string;
    readonly reason: string;
    readonly at: string;
  }>('containers', 'container.version-failed'),
};

/**
 * The origin at which a container reaches the service: the public one. Where that is loopback, which is the container
 * itself in a container, it is a name that every container knows.
 */
export function originForContainers(serviceOrigin: string): string {
  const url = new URL(serviceOrigin);
  if (!/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)) return url.origin;
  return `${url.protocol}//service.${CONTAINER_DOMAIN}${url.port === '' ? '' : `:${url.port}`}`;
}

/**
 * The origins of `api_base` on an instance: the one that its containers use differs where the public one is loopback.
 */
export function serviceOriginsOf(serviceOrigin: string): readonly string[] {
  return [...new Set([new URL(serviceOrigin).origin, originForContainers(serviceOrigin)])];
}

/** What decides where the pages of container plugins are. */
export interface PageDomain {
  /** The domain below which each installation has a host; empty where the instance has none. */
  readonly pluginDomain: string;
  readonly serviceOrigin: string;
}

/** The origin of the pages of a container plugin; null where the instance has no domain for them. */
export function containerPageOrigin(label: string, { pluginDomain, serviceOrigin }: PageDomain): string | null {
  if (pluginDomain === '') return null;
  const { protocol, port } = new URL(serviceOrigin);
  return `${protocol}//${label}.${pluginDomain}${port === '' ? '' : `:${port}`}`;
}

/** The label of an installation in the address of its container, `http://<label>.containers.internal:<port>`. */
export function labelOfContainer(baseUrl: string): string {
  return new URL(baseUrl).hostname.split('.', 1)[0]!;
}
