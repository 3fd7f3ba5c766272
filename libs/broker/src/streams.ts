/** JetStream streams and consumers: made where they are missing, brought up to date where they differ. */
import { releasesNotificationSubject, releasesStream, type PublicFactType, type ServiceName } from '@kushk/contracts';
import {
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type StreamConfig,
} from '@nats-io/jetstream';
import { allFactsOf, factFilter, factStreamName, parkedStreamName } from './subjects.js';

/** The shortest that the server takes. The chain of expected sequences already refuses a repeat, and a longer memory would refuse the refill of a lost tail. */
const duplicateWindowMs = 100;
export const nanos = (ms: number): number => ms * 1_000_000;

const streamNotFound = 10_059;
const consumerNotFound = 10_014;
const messageNotFound = 10_037;

/** Whether the error says that the stream, the consumer or the message is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof JetStreamApiError && [streamNotFound, consumerNotFound, messageNotFound].includes(error.code);
}

/**
 * The stream of a service's public facts, which its relay alone writes. No age and no size limit: an instance
 * may come back after any downtime (contract §6), and PostgreSQL stays the truth whatever is cut away.
 */
export function ensureFactStream(
  manager: JetStreamManager,
  scope: string,
  service: ServiceName,
  replicas: number,
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
 * What the fleet reads: the hub's facts for instances and nothing else, kept for ever (contract §6: any downtime).
 * It has no subject of its own, so nobody can publish into it; the server copies the facts from the service's stream.
 */
export function ensureReleasesStream(
  manager: JetStreamManager,
  facts: readonly PublicFactType<unknown>[],
  replicas: number,
): Promise<void> {
  return ensureStream(manager, releasesConfig(facts, replicas));
}

/** Lets the server begin its copying anew: after the last fact that is in the copy, so that none comes twice. */
export async function restartReleasesCopy(
  manager: JetStreamManager,
  facts: readonly PublicFactType<unknown>[],
  replicas: number,
): Promise<void> {
  const config = releasesConfig(facts, replicas);
  // A stream that copies from nowhere is given a subject of its own name; it goes with the second step.
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

/** The stream of the facts that reactions of a scope have set aside. */
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
    const { config: found } = await manager.streams.info(config.name);
    const differs = (Object.keys(config) as (keyof StreamConfig)[]).some(
      (key) => JSON.stringify(found[key]) !== JSON.stringify(config[key]),
    );
    if (differs) await manager.streams.update(config.name, config);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await manager.streams.add(config);
  }
}
