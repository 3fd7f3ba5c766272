/** The JetStream streams: created when missing, updated when their configuration differs. */
import { releasesNotificationSubject, releasesStream, type PublicFactType, type ServiceName } from '@kushk/contracts';
import {
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type StreamConfig,
} from '@nats-io/jetstream';
import { allFactsOf, factFilter, factStreamName, parkedStreamName } from './subjects.js';

/**
 * The shortest window that the server accepts. The chain of expected sequences already refuses duplicates, and a longer
 * window would refuse the facts of a lost tail when they are published again.
 */
const duplicateWindowMs = 100;
export const nanos = (ms: number): number => ms * 1_000_000;

const streamNotFound = 10_059;
const consumerNotFound = 10_014;
const messageNotFound = 10_037;

/** Whether the stream, the consumer or the message of the call does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof JetStreamApiError && [streamNotFound, consumerNotFound, messageNotFound].includes(error.code);
}

/**
 * The stream of a service's public facts; only its relay publishes into it. It has no limit of age or size, because an
 * instance may come back after any downtime. PostgreSQL remains the source of truth for a stream that is cut.
 */
export function ensureFactStream(
  manager: JetStreamManager,
  { scope, service, replicas }: { readonly scope: string; readonly service: ServiceName; readonly replicas: number },
): Promise<void> {
  return ensureStream(manager, {
    name: factStreamName(scope, service),
    subjects: [allFactsOf(scope, service)],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    num_replicas: replicas,
    duplicate_window: nanos(duplicateWindowMs),
    allow_direct: true,
  });
}

/**
 * The stream that the fleet reads: exactly the hub's facts for instances, stored without a limit. It has no subjects,
 * so nobody can publish into it; the server copies the facts from the streams of the services.
 */
export function ensureReleasesStream(
  manager: JetStreamManager,
  facts: readonly PublicFactType<unknown>[],
  replicas: number,
): Promise<void> {
  return ensureStream(manager, releasesConfig(facts, replicas));
}

/** Restarts the server's copying. It continues after the last fact in the copy, so no fact is lost or copied twice. */
export async function restartReleasesCopying(
  manager: JetStreamManager,
  facts: readonly PublicFactType<unknown>[],
  replicas: number,
): Promise<void> {
  const config = releasesConfig(facts, replicas);
  // The server gives a stream without sources a subject of its own name; the second update removes it again.
  await manager.streams.update(releasesStream, { ...config, sources: [] });
  await manager.streams.update(releasesStream, { ...config, subjects: [] });
}

function releasesConfig(
  facts: readonly PublicFactType<unknown>[],
  replicas: number,
): Partial<StreamConfig> & { name: string } {
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

/** The stream of the facts that the reactions of a scope have parked. */
export function ensureParkedStream(manager: JetStreamManager, scope: string, replicas: number): Promise<void> {
  return ensureStream(manager, {
    name: parkedStreamName(scope),
    subjects: [`${scope}.parked.>`],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    num_replicas: replicas,
    allow_direct: true,
  });
}

async function ensureStream(
  manager: JetStreamManager,
  config: Partial<StreamConfig> & { name: string },
): Promise<void> {
  try {
    const { config: current } = await manager.streams.info(config.name);
    const differs = (Object.keys(config) as (keyof StreamConfig)[]).some(
      (key) => JSON.stringify(current[key]) !== JSON.stringify(config[key]),
    );
    if (differs) await manager.streams.update(config.name, config);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await manager.streams.add(config);
  }
}
