/** The JetStream streams. Each is created when it is missing, and updated when its configuration differs. */
import {
  releasesNotificationSubject,
  releasesStream,
  allFactsOf,
  factFilter,
  factStreamName,
  parkedStreamName,
  parkedSubject,
  waitingStreamName,
  waitingSubject,
  type PublicFactType,
  type ServiceName,
  factsForInstances,
} from '@kushk/contracts';
import {
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type StreamConfig,
  type StreamSource,
} from '@nats-io/jetstream';

/**
 * The shortest duplicate window that the server accepts. The chain of expected sequences already prevents duplicates.
 * With a longer window JetStream would reject facts that are published again after the stream lost them.
 */
const duplicateWindowMs = 100;
type NewStreamConfig = Partial<StreamConfig> & { readonly name: string };
export const nanos = (ms: number): number => ms * 1_000_000;

const streamNotFound = 10_059;
const consumerNotFound = 10_014;
const messageNotFound = 10_037;

/** Whether the error means that the requested stream, consumer or message does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof JetStreamApiError && [streamNotFound, consumerNotFound, messageNotFound].includes(error.code);
}

/** Whether the error means that the stream exists and the requested consumer does not. */
export function isMissingConsumer(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === consumerNotFound;
}

/** How long facts stay in JetStream. The logs keep them, and every consumer reads them within hours. */
const factsMaxAgeMs = 90 * 86_400_000;
/** How long parked facts wait for a replay. An alarm reports them within minutes. */
const parkedMaxAgeMs = 365 * 86_400_000;

interface StreamOwner {
  readonly scope: string;
  readonly service: ServiceName;
  readonly replicas: number;
}

/** The stream of a service's public facts. Only the service's relay publishes into it. */
export function ensureFactStream(manager: JetStreamManager, owner: StreamOwner): Promise<void> {
  return ensureStream(manager, factStreamConfig(owner));
}

/**
 * Facts expire after 90 days, because the stream can be filled again from the log. The hub's facts for instances do
 * not: an instance may come back after any downtime, and their stream is small.
 */
export function factStreamConfig({ scope, service, replicas }: StreamOwner): NewStreamConfig {
  const isReadByInstances = scope === 'hub' && factsForInstances.some((fact) => fact.service === service);
  return {
    name: factStreamName(scope, service),
    subjects: [allFactsOf(scope, service)],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    num_replicas: replicas,
    max_age: isReadByInstances ? 0 : nanos(factsMaxAgeMs),
    duplicate_window: nanos(duplicateWindowMs),
    allow_direct: true,
  };
}

/**
 * The stream that the instances read. It contains exactly the hub's facts for instances and has no limits. It has no
 * subjects, so nobody can publish into it; the server replicates the facts from the services' streams.
 */
export function ensureReleasesStream(
  manager: JetStreamManager,
  facts: readonly PublicFactType<unknown>[],
  replicas: number,
): Promise<void> {
  return ensureStream(manager, releasesConfig(facts, replicas), withSourcesOf);
}

/**
 * Keeps the sources of the current configuration: they may come from a newer version of the catalogue that runs side
 * by side with this one.
 */
function withSourcesOf(current: StreamConfig, config: NewStreamConfig): NewStreamConfig {
  const nameOf = ({ name, filter_subject }: Partial<StreamSource>): string => `${name} ${filter_subject}`;
  const own = config.sources ?? [];
  const others = (current.sources ?? []).filter((one) => own.every((source) => nameOf(source) !== nameOf(one)));
  return { ...config, sources: [...own, ...others] };
}

/**
 * Restarts replication on the server. It resumes after the last fact in the replica, so no fact is lost or
 * duplicated.
 */
export async function restartReleasesCopying(
  manager: JetStreamManager,
  facts: readonly PublicFactType<unknown>[],
  replicas: number,
): Promise<void> {
  const { config: current } = await manager.streams.info(releasesStream);
  const config = withSourcesOf(current, releasesConfig(facts, replicas));
  // If a stream has no sources, the server adds a subject named after the stream. The first update removes the
  // sources to stop replication; the second one restores them and removes the subject.
  await manager.streams.update(releasesStream, { ...config, sources: [] });
  await manager.streams.update(releasesStream, { ...config, subjects: [] });
}

function releasesConfig(facts: readonly PublicFactType<unknown>[], replicas: number): NewStreamConfig {
  return {
    name: releasesStream,
    sources: facts.map(({ service, subject }) => ({
      name: factStreamName('hub', service),
      filter_subject: factFilter('hub', subject),
    })),
    republish: { src: '>', dest: `${releasesNotificationSubject}.>` },
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    num_replicas: replicas,
    allow_direct: true,
  };
}

/** The stream of the facts that the reactions of a service parked. */
export function ensureParkedStream(
  manager: JetStreamManager,
  { scope, service, replicas }: StreamOwner,
): Promise<void> {
  return ensureStream(manager, {
    name: parkedStreamName(scope, service),
    subjects: [parkedSubject({ scope, service, reaction: '*' })],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    max_age: nanos(parkedMaxAgeMs),
    num_replicas: replicas,
    allow_direct: true,
  });
}

/** The stream of the facts of a service's reactions that wait for a fact of another publisher. */
export function ensureWaitingStream(
  manager: JetStreamManager,
  { scope, service, replicas }: { readonly scope: string; readonly service: ServiceName; readonly replicas: number },
): Promise<void> {
  return ensureStream(manager, {
    name: waitingStreamName(scope, service),
    subjects: [waitingSubject({ scope, service, reaction: '*', key: '*' })],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    num_replicas: replicas,
    allow_direct: true,
  });
}

async function ensureStream(
  manager: JetStreamManager,
  wanted: NewStreamConfig,
  merge = (_current: StreamConfig, config: NewStreamConfig): NewStreamConfig => config,
): Promise<void> {
  try {
    const { config: current } = await manager.streams.info(wanted.name);
    const config = merge(current, wanted);
    const differs = (Object.keys(config) as (keyof StreamConfig)[]).some(
      (key) => JSON.stringify(current[key]) !== JSON.stringify(config[key]),
    );
    if (differs) await manager.streams.update(config.name, config);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await manager.streams.add(wanted);
  }
}
