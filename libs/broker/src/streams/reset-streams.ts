import { setTimeout as sleep } from 'node:timers/promises';
import {
  factStreamName,
  natsUserName,
  publishersIn,
  releasesStream,
  streamsUser,
  type ServiceName,
} from '@kushk/contracts';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connectWithin } from '../connection/connect-within.js';
import { duplicateWindowMs, epochKey, requestedEpochOf } from './streams.js';

/** The server forgets message ids a while after the window. */
const forgottenAfterMs = 5 * duplicateWindowMs;

export interface ResetStreamsOptions {
  /** `hub` or the id of an instance. */
  readonly scope: string;
  /** By default every service of the scope that publishes facts. */
  readonly services?: readonly ServiceName[];
  /** The address of NATS, with user and password of the scope's user `streams`, or without when NATS has no users. */
  readonly url: string;
  /** Text or path of a `.creds` file. */
  readonly credentials?: string;
}

/**
 * Begins a new epoch of the streams of facts: their messages are deleted, and the relays publish their logs again. The
 * sequences go on, so every consumer receives every fact of the log once more, whatever it has acknowledged, and none
 * that the log has lost. Rejects when NATS cannot be reached, or a stream does not exist. May be repeated.
 */
export async function resetStreams({
  scope,
  services = publishersIn(scope),
  url,
  credentials,
}: ResetStreamsOptions): Promise<void> {
  const name = natsUserName({ scope, role: streamsUser });
  const nats = await connectWithin(url, name, credentials);
  try {
    const manager = await jetstreamManager(nats, { checkAPI: false });
    for (const service of services) {
      const stream = factStreamName(scope, service);
      if (service === 'catalogue') await withoutReplica(manager, () => beginEpoch(manager, stream));
      else await beginEpoch(manager, stream);
    }
  } finally {
    await nats.close();
  }
}

/**
 * The epoch is requested first: a relay that publishes in between publishes in the new epoch, and its messages are
 * beyond what is deleted.
 */
async function beginEpoch(manager: JetStreamManager, stream: string): Promise<void> {
  const { state, config } = await manager.streams.info(stream);
  const epoch = Math.max(requestedEpochOf(config) + 1, Date.now());
  await manager.streams.update(stream, { ...config, metadata: { ...config.metadata, [epochKey]: String(epoch) } });
  await manager.streams.purge(stream, { seq: state.last_seq + 1 });
}

/** The replica must get no message of the old epoch after its own messages are deleted, so replication pauses. */
async function withoutReplica(manager: JetStreamManager, work: () => Promise<void>): Promise<void> {
  const { config } = await manager.streams.info(releasesStream);
  // Another reset ended here. Only `streams create` has what the stream replicates.
  if ((config.sources ?? []).length === 0)
    throw new Error(`${releasesStream} replicates nothing: run "streams create" first`);
  await manager.streams.update(releasesStream, { ...config, sources: [] });
  await manager.streams.purge(releasesStream);
  await work();
  // The server still knows the ids of the last facts, and would drop them.
  await sleep(forgottenAfterMs);
  await manager.streams.update(releasesStream, { ...config, subjects: [] });
}
