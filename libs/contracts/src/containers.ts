/** Requests and public facts of the service that runs container plugins (docs/reference/containers.md). */
import { publicFact, query } from './messages.js';

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
}

export const containers = {
  /** Rejects with `installation.not_found` for an installation of another organisation or without a container. */
  getContainer: query<{ organisation_id: string; installation_id: string }, ContainerResource>(
    'containers',
    'container.get',
  ),
  /** The last lines of both outputs, oldest first: at most 1,000 lines and 256 KiB. */
  getLog: query<{ organisation_id: string; installation_id: string }, { lines: readonly string[]; truncated: boolean }>(
    'containers',
    'container.log',
  ),
};

export const containerFacts = {
  /**
   * The container accepts connections. `version` is the version of the installation that it serves; `running_version`
   * is a lower one when that version did not start. `base_url` never changes; `address` (`host:port`) may.
   */
  containerListening: publicFact<{
    readonly installation_id: string;
    readonly version: string;
    readonly running_version: string;
    readonly base_url: string;
    readonly address: string;
    readonly at: string;
  }>('containers', 'container.listening'),
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
