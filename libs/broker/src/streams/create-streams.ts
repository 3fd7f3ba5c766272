import { natsUserName, releasesStream, streamsUser } from '@kushk/contracts';
import { serverUrls } from '@kushk/runtime/server-urls';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connectWithin } from '../connection/connect-within.js';
import {
  differencesOf,
  isMissing,
  streamsOf,
  withSourcesOf,
  type NewStreamConfig,
  type StreamsOfScope,
} from './streams.js';

export interface CreateStreamsOptions extends StreamsOfScope {
  /** The address of NATS, with user and password of the scope's user `streams`, or without when NATS has no users. */
  readonly url: string;
  /** Text or path of a `.creds` file. */
  readonly credentials?: string;
  /** Copies of each stream. By default as many as it has, and in a cluster of three servers or more at least three. */
  readonly replicas?: number;
}

/** An update that adds copies is answered when the servers have agreed on it. */
const answerWithinMs = 30_000;

/**
 * Creates the streams of a scope, and updates those whose configuration differs. No service may do this, so it runs
 * before the services start, also before those of a new version. Rejects when NATS cannot be reached for ten seconds.
 * Restarts the replication of the hub's releases, which may have stalled.
 */
export async function createStreams({ url, credentials, replicas, ...streams }: CreateStreamsOptions): Promise<void> {
  const name = natsUserName({ scope: streams.scope, role: streamsUser });
  const nats = await connectWithin(url, name, credentials);
  try {
    const manager = await jetstreamManager(nats, { checkAPI: false, timeout: answerWithinMs });
    const copies = { replicas, least: serverUrls(url).length >= 3 ? 3 : 1 };
    for (const config of streamsOf(streams)) await createStream(manager, config, copies);
  } finally {
    await nats.close();
  }
}

interface Copies {
  readonly replicas: number | undefined;
  readonly least: number;
}

async function createStream(
  manager: JetStreamManager,
  described: NewStreamConfig,
  { replicas, least }: Copies,
): Promise<void> {
  try {
    const { config: current } = await manager.streams.info(described.name);
    const wanted = { ...described, num_replicas: replicas ?? Math.max(current.num_replicas, least) };
    const config = wanted.sources === undefined ? wanted : { ...wanted, sources: withSourcesOf(current, wanted) };
    if (wanted.name === releasesStream) await restartReplication(manager, config);
    else if (differencesOf(current, wanted).length > 0) await manager.streams.update(config.name, config);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await manager.streams.add({ ...described, num_replicas: replicas ?? least });
  }
}

/** Replication resumes after the last fact in the replica, so no fact is lost or duplicated. */
async function restartReplication(manager: JetStreamManager, config: NewStreamConfig): Promise<void> {
  // If a stream has no sources, the server adds a subject named after the stream. The first update removes the
  // sources to stop replication; the second one restores them and removes the subject.
  await manager.streams.update(config.name, { ...config, sources: [] });
  await manager.streams.update(config.name, { ...config, subjects: [] });
}
