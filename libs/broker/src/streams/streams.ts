/** The configurations of the JetStream streams. `createStreams` creates them (`create-streams.ts`). */
import {
  releasesNotificationSubject,
  releasesStream,
  reportedSubject,
  reportsStream,
  publishersIn,
  allFactsOf,
  factFilter,
  factStreamName,
  parkedStreamName,
  parkedSubject,
  waitingStreamName,
  waitingSubject,
  type PublicFactType,
  type ServiceName,
  factsForHub,
  factsForInstances,
} from '@kushk/contracts';
import {
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamSource,
} from '@nats-io/jetstream';

/**
 * The shortest duplicate window that the server accepts. The chain of expected sequences already prevents duplicates.
 * With a longer window JetStream would reject facts that are published again after the stream lost them.
 */
export const duplicateWindowMs = 100;
export type NewStreamConfig = Partial<StreamConfig> & { readonly name: string };
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

/** The key in a stream's metadata of the epoch that an operator has requested (`reset-streams.ts`). */
export const epochKey = 'kushk_epoch';

/** The epoch that an operator has requested; 0 for none. */
export function requestedEpochOf({ metadata }: Pick<StreamConfig, 'metadata'>): number {
  return Number(metadata?.[epochKey] ?? 0);
}

/** How long facts stay in JetStream. The logs keep them, and every consumer reads them within hours. */
const factsMaxAgeMs = 90 * 86_400_000;
/** How long parked facts wait for a replay. An alarm reports them within minutes. */
const parkedMaxAgeMs = 365 * 86_400_000;

interface StreamOwner {
  readonly scope: string;
  readonly service: ServiceName;
}

/** The streams to create: those of all publishing services of a scope, or of `services`. */
export interface StreamsOfScope {
  /** `hub` or the id of an instance. */
  readonly scope: string;
  /** By default every service of the scope that publishes facts. */
  readonly services?: readonly ServiceName[];
  /** Of the hub: the instances on the same NATS server. Instances with a server of their own publish over a link. */
  readonly instances?: readonly string[];
}

/** The configurations of streams, without the number of replicas. */
export function streamsOf({
  scope,
  services = publishersIn(scope),
  instances = [],
}: StreamsOfScope): NewStreamConfig[] {
  return services.flatMap((service) => {
    const own = [
      factStreamConfig({ scope, service }),
      parkedStreamConfig({ scope, service }),
      waitingStreamConfig({ scope, service }),
    ];
    return service === 'catalogue' ? [...own, releasesConfig(factsForInstances), reportsConfig(instances)] : own;
  });
}

const stored = { storage: StorageType.File, retention: RetentionPolicy.Limits, allow_direct: false } as const;

/**
 * The stream of a service's public facts. Only the service's relay publishes into it. Facts expire after 90 days,
 * because the stream can be filled again from the log. The hub's facts for instances do not: an instance may come back
 * after any downtime, and their stream is small.
 */
export function factStreamConfig({ scope, service }: StreamOwner): NewStreamConfig {
  const isReadByInstances = scope === 'hub' && factsForInstances.some((fact) => fact.service === service);
  return {
    ...stored,
    name: factStreamName(scope, service),
    subjects: [allFactsOf(scope, service)],
    max_age: isReadByInstances ? 0 : nanos(factsMaxAgeMs),
    duplicate_window: nanos(duplicateWindowMs),
  };
}

/**
 * The stream that the instances read. It contains exactly the hub's facts for instances and has no limits. It has no
 * subjects, so no client can publish into it; the server replicates the facts from the services' streams. Only this
 * stream has `allow_direct`: the server sends the reply to a `DIRECT.GET`, which is a stored message as it was
 * published, to any subject that the requester names, and a service must not be able to send its own messages in this
 * way.
 *
 * With the server's default of two minutes it would drop facts that are replicated again after a reset.
 */
export function releasesConfig(facts: readonly PublicFactType<unknown>[]): NewStreamConfig {
  return {
    ...stored,
    name: releasesStream,
    sources: facts.map(({ service, subject }) => ({
      name: factStreamName('hub', service),
      filter_subject: factFilter('hub', subject),
    })),
    republish: { src: '>', dest: `${releasesNotificationSubject}.>` },
    allow_direct: true,
    duplicate_window: nanos(duplicateWindowMs),
  };
}

/** The stream of the instances' facts for the hub. */
function reportsConfig(instances: readonly string[]): NewStreamConfig {
  const origin =
    instances.length === 0
      ? {
          subjects: factsForHub.map(({ subject }) => reportedSubject(factFilter('*', subject))),
          subject_transform: { src: reportedSubject('>'), dest: '>' },
        }
      : {
          sources: instances.flatMap((instance) =>
            factsForHub.map(({ service, subject }) => ({
              name: factStreamName(instance, service),
              filter_subject: factFilter(instance, subject),
            })),
          ),
        };
  return {
    ...stored,
    ...origin,
    name: reportsStream,
    max_age: nanos(factsMaxAgeMs),
    duplicate_window: nanos(duplicateWindowMs),
  };
}

/** The stream of the facts that the reactions of a service parked. */
function parkedStreamConfig({ scope, service }: StreamOwner): NewStreamConfig {
  return {
    ...stored,
    name: parkedStreamName(scope, service),
    subjects: [parkedSubject({ scope, service, reaction: '*' })],
    max_age: nanos(parkedMaxAgeMs),
  };
}

/** The stream of the facts of a service's reactions that wait for a fact of another publisher. */
function waitingStreamConfig({ scope, service }: StreamOwner): NewStreamConfig {
  return {
    ...stored,
    name: waitingStreamName(scope, service),
    subjects: [waitingSubject({ scope, service, reaction: '*', key: '*' })],
  };
}

/** The fields of `wanted` in which the stream differs from it. Further sources may come from a newer version. */
export function differencesOf(current: StreamConfig, wanted: NewStreamConfig): string[] {
  return (Object.keys(wanted) as (keyof StreamConfig)[]).filter((key) =>
    key === 'sources'
      ? withSourcesOf(current, wanted).length !== (current.sources ?? []).length
      : JSON.stringify(current[key]) !== JSON.stringify(wanted[key]),
  );
}

/** The sources of `wanted`, and the others that the stream has: they may come from a newer version. */
export function withSourcesOf(current: StreamConfig, wanted: NewStreamConfig): StreamSource[] {
  const nameOf = ({ name, filter_subject }: StreamSource): string => `${name} ${filter_subject}`;
  const own = wanted.sources ?? [];
  return [...own, ...(current.sources ?? []).filter((one) => own.every((source) => nameOf(source) !== nameOf(one)))];
}
