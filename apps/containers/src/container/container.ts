/** What should run for one installation, from its request to the deletion of everything that it had. */
import type { ContainerCapabilities } from '@kushk/contracts';
import { PrerequisiteMissing, unreachable, type Fact, type StreamType } from '@kushk/decider';

/** What one version of a plugin runs. */
export interface ContainerSpec extends ContainerCapabilities {
  readonly version: string;
}

/** The container that was reached last: the version of its image, and `host:port`. */
export interface Listening {
  readonly version: string;
  readonly address: string;
}

/** A version that did not start in time. The one before it runs instead. */
export interface FailedVersion {
  readonly version: string;
  readonly reason: string;
  readonly at: string;
}

interface Details {
  readonly organisationId: string;
  readonly pluginId: string;
  /** The first label of its host names: unguessable, and the same as long as the installation lives. */
  readonly label: string;
  /** The version of the installation. After a failed version it is higher than `spec.version`. */
  readonly version: string;
  readonly spec: ContainerSpec;
  /** False while the installation is paused or suspended. */
  readonly isAllowed: boolean;
  readonly failedVersion: FailedVersion | null;
  /** How often an admin restarted it. */
  readonly restarts: number;
}

/** It has never been reached. */
export type StartingContainer = Details & { readonly status: 'starting' };
export type RunningContainer = Details & {
  readonly status: 'running';
  readonly listening: Listening;
  /** The version of the installation for which the address was published last. */
  readonly announcedVersion: string;
};
/** A new version starts. `previous` comes back when the plugin has not accepted `installed` by `giveUpAt`. */
export type UpdatingContainer = Details & {
  readonly status: 'updating';
  /** Whether the new version accepts connections. */
  readonly isReached: boolean;
  readonly listening: Listening;
  readonly announcedVersion: string;
  readonly previous: ContainerSpec;
  readonly giveUpAt: string;
};
export type ActiveContainer = StartingContainer | RunningContainer | UpdatingContainer;
/**
 * The installation was removed, and the plugin has until `deleteAfter` to answer `removed`. `mayReturn`: its plugin
 * runs elsewhere instead, and may run here again.
 */
export type LeavingContainer = Details & {
  readonly status: 'leaving';
  readonly deleteAfter: string;
  readonly mayReturn: boolean;
};

export type Container =
  | { readonly status: 'absent' }
  | ActiveContainer
  | LeavingContainer
  | { readonly status: 'deleted'; readonly mayReturn: boolean };

export type ContainerFact =
  | Fact<
      'ContainerRequested',
      {
        readonly organisationId: string;
        readonly pluginId: string;
        readonly label: string;
        readonly spec: ContainerSpec;
        readonly at: string;
      }
    >
  | Fact<'ContainerReached', { readonly servedVersion: string; readonly label: string; readonly at: string } & Reached>
  | Fact<'VersionConfirmed', { readonly version: string; readonly at: string }>
  | Fact<'RestartRequested', { readonly by: string; readonly at: string }>
  | Fact<'ContainerAllowed' | 'ContainerForbidden', { readonly at: string }>
  | Fact<'VersionRequested', { readonly spec: ContainerSpec; readonly giveUpAt: string; readonly at: string }>
  | Fact<'VersionGivenUp', FailedVersion>
  | Fact<'ContainerAbandoned', { readonly deleteAfter: string; readonly mayReturn?: true; readonly at: string }>
  /** The plugin answered `removed`, so nothing of it is kept any longer. */
  | Fact<'RemovalAnswered', { readonly at: string }>
  | Fact<'ContainerDeleted', { readonly at: string }>;

/** `port` is the one that the image listens on. It is part of the address that the plugin receives. */
export interface Reached extends Listening {
  readonly port: number;
  /** Whether the version replaces one that ran, and must be confirmed. */
  readonly isUpdate: boolean;
}

export const containerStream: StreamType<Container, ContainerFact> = {
  category: 'container',
  factTypes: {
    ContainerRequested: true,
    ContainerReached: true,
    RestartRequested: true,
    ContainerAllowed: true,
    ContainerForbidden: true,
    VersionRequested: true,
    VersionConfirmed: true,
    VersionGivenUp: true,
    ContainerAbandoned: true,
    RemovalAnswered: true,
    ContainerDeleted: true,
  },
  initial: { status: 'absent' },
  evolve,
  stateVersion: 2,
  isFinal: (container) => container.status === 'deleted' && !container.mayReturn,
};

/** How long a new version may take before the previous one comes back. */
const VERSION_STARTS_WITHIN_MS = 120_000;

/** When a version that was requested at this time is given up. */
export function giveUpTime(at: string): string {
  return new Date(Date.parse(at) + VERSION_STARTS_WITHIN_MS).toISOString();
}

function evolve(container: Container, fact: ContainerFact): Container {
  switch (container.status) {
    case 'absent':
      return fact.type === 'ContainerRequested' ? newContainer(fact.data) : container;
    case 'starting':
    case 'running':
    case 'updating':
      return evolveActive(container, fact);
    case 'leaving':
      return evolveLeaving(container, fact);
    case 'deleted':
      return container.mayReturn && fact.type === 'ContainerRequested' ? newContainer(fact.data) : container;
    default:
      return unreachable(container);
  }
}

function evolveLeaving(container: LeavingContainer, fact: ContainerFact): Container {
  if (fact.type === 'RemovalAnswered') return { ...container, deleteAfter: fact.data.at };
  return fact.type === 'ContainerDeleted' ? { status: 'deleted', mayReturn: container.mayReturn } : container;
}

function newContainer(data: Extract<ContainerFact, { type: 'ContainerRequested' }>['data']): StartingContainer {
  const { organisationId, pluginId, label, spec } = data;
  const { version } = spec;
  const details = { organisationId, pluginId, label, version, spec, isAllowed: true, failedVersion: null, restarts: 0 };
  return { status: 'starting', ...details };
}

function evolveActive(container: ActiveContainer, fact: ContainerFact): Container {
  switch (fact.type) {
    case 'ContainerRequested':
      return container;
    case 'ContainerReached': {
      const { version, address, servedVersion } = fact.data;
      const reached = { listening: { version, address }, announcedVersion: servedVersion };
      return container.status === 'updating'
        ? { ...container, ...reached, isReached: true }
        : { ...detailsOf(container), status: 'running', ...reached };
    }
    case 'VersionConfirmed':
      return container.status === 'updating' ? confirmed(container) : container;
    case 'RestartRequested':
      return { ...container, restarts: container.restarts + 1 };
    case 'ContainerAllowed':
      // A new version that was stopped had no time to start.
      return container.status === 'updating'
        ? { ...container, isAllowed: true, giveUpAt: giveUpTime(fact.data.at) }
        : { ...container, isAllowed: true };
    case 'ContainerForbidden':
      return { ...container, isAllowed: false };
    case 'VersionRequested':
      return withVersion(container, fact.data);
    case 'VersionGivenUp':
      return container.status === 'updating' ? returned(container, fact.data) : container;
    case 'ContainerAbandoned':
      return {
        ...detailsOf(container),
        status: 'leaving',
        deleteAfter: fact.data.deleteAfter,
        mayReturn: fact.data.mayReturn === true,
      };
    case 'RemovalAnswered':
      return container;
    case 'ContainerDeleted':
      return { status: 'deleted', mayReturn: false };
    default:
      return unreachable(fact);
  }
}

/** A version that never ran is replaced without a way back: what it replaced is the last one that did. */
function withVersion(
  container: ActiveContainer,
  { spec, giveUpAt }: Extract<ContainerFact, { type: 'VersionRequested' }>['data'],
): ActiveContainer {
  const details = { ...detailsOf(container), version: spec.version, spec, failedVersion: null };
  switch (container.status) {
    case 'starting':
      return { ...details, status: 'starting' };
    case 'running': {
      const { listening, announcedVersion, spec: previous } = container;
      return { ...details, status: 'updating', isReached: false, listening, announcedVersion, previous, giveUpAt };
    }
    case 'updating': {
      const { listening, announcedVersion, previous } = container;
      return { ...details, status: 'updating', isReached: false, listening, announcedVersion, previous, giveUpAt };
    }
    default:
      return unreachable(container);
  }
}

function confirmed(container: UpdatingContainer): RunningContainer {
  const { listening, announcedVersion } = container;
  return { ...detailsOf(container), status: 'running', listening, announcedVersion };
}

/** The address of the previous version is published again, because the new one may have been reached. */
function returned(container: UpdatingContainer, failedVersion: FailedVersion): RunningContainer {
  const { listening, previous } = container;
  return { ...detailsOf(container), status: 'running', listening, announcedVersion: '', spec: previous, failedVersion };
}

function detailsOf(container: ActiveContainer): Details {
  const { organisationId, pluginId, label, version, spec, isAllowed, failedVersion, restarts } = container;
  return { organisationId, pluginId, label, version, spec, isAllowed, failedVersion, restarts };
}

/** Whether two versions run the same container. */
export function isSameContainer(one: ContainerSpec, other: ContainerSpec): boolean {
  return (
    one.image === other.image &&
    one.port === other.port &&
    one.egress.length === other.egress.length &&
    one.egress.every((destination) => other.egress.includes(destination))
  );
}

/** Thrown when a fact of an installation arrives before the fact that requested it. The fact waits. */
export function containerMissing(installationId: string): PrerequisiteMissing {
  return new PrerequisiteMissing(`the container of installation ${installationId} is not requested yet`);
}
