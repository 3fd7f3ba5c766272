/** How far the facts of a service have come, in JetStream and on their way between hub and instances. */
import {
  consumerName,
  consumerSlots,
  factFilter,
  factsForInstances,
  factStreamName,
  livesOnHub,
  parkedStreamName,
  reactionsOf,
  releasesStream,
  reportsStream,
  type ServiceName,
} from '@kushk/contracts';
import { factHeaders, type LastMessage } from '@kushk/event-store/fact-stream';
import { jetstreamManager, type ConsumerInfo, type JetStreamManager } from '@nats-io/jetstream';
import { withConnection, type Login } from '../connection/inspect-server.js';
import { lastMessage } from './jetstream-fact-stream.js';
import { isMissing } from './streams.js';

const timeoutMs = 5_000;
const messageIdHeader = 'Nats-Msg-Id';

/** A login of a service, which may read its own streams and the consumers of its reactions. */
export type ServiceLogin = Login & { readonly role: ServiceName };

export interface FactsReport {
  /** The newest fact of the service in JetStream; null when there is none. */
  readonly last: LastMessage | null;
  /** Number of facts that its reactions have parked. */
  readonly parked: number;
  readonly reactions: readonly ReactionReport[];
}

export interface ReactionReport {
  /** `on-wallet-opened`, or `to-the-hub` for what an instance forwards. */
  readonly reaction: string;
  /** Facts that are not processed, at the newest consumer; null when the reaction never ran. */
  readonly waiting: number | null;
  /** Every fact up to this sequence of the stream is processed. */
  readonly processed: number;
  /** Sequence of the newest fact of the stream. */
  readonly end: number;
}

/** Rejects when JetStream cannot be reached, or a stream is missing. */
export async function inspectFacts(login: ServiceLogin): Promise<FactsReport> {
  const { scope, role: service } = login;
  return await withConnection(login, async (nats) => {
    const manager = await jetstreamManager(nats, { checkAPI: false, timeout: timeoutMs });
    const last = await manager.streams.getMessage(factStreamName(scope, service), { last_by_subj: '>' }).catch(absent);
    const { state } = await manager.streams.info(parkedStreamName(scope, service));
    const reactions: ReactionReport[] = [];
    for (const { publisher, reaction, from } of reactionsOf[service]) {
      // An instance follows the stream of releases by itself (`inspectReleases`).
      if (livesOnHub(publisher) && scope !== 'hub') continue;
      const stream = from === 'fleet' ? reportsStream : factStreamName(scope, publisher);
      reactions.push({ reaction, ...(await progressOf(manager, stream, consumerName({ service, reaction }))) });
    }
    return { last: last === null ? null : lastMessage(last), parked: state.messages, reactions };
  });
}

async function progressOf(
  manager: JetStreamManager,
  stream: string,
  consumer: string,
): Promise<Omit<ReactionReport, 'reaction'>> {
  const found: ConsumerInfo[] = [];
  for (const slot of consumerSlots) {
    const info = await manager.consumers.info(stream, `${consumer}_${slot}`).catch(absent);
    if (info !== null) found.push(info);
  }
  const newest = found.sort((one, other) => String(other.created).localeCompare(String(one.created)))[0];
  if (newest === undefined) return { waiting: null, processed: 0, end: 0 };
  const { num_pending, num_ack_pending, ack_floor, delivered } = newest;
  return {
    waiting: num_pending + num_ack_pending,
    processed: ack_floor.stream_seq,
    end: delivered.stream_seq + num_pending,
  };
}

/** The hub's facts for instances, as an instance sees them over its link. */
export interface ReleasesReport {
  /** Sequence and epoch of the newest one; 0 for an empty stream. */
  readonly sequence: number;
  readonly epoch: number;
  /** The event ids at the sequences that were asked for; null where the stream has nothing. */
  readonly eventIds: readonly (string | null)[];
}

/** `login` is that of the service installation. Rejects when the hub does not answer. */
export async function inspectReleases(
  login: Login,
  { hubJetStream, sequences }: { readonly hubJetStream: string; readonly sequences: readonly number[] },
): Promise<ReleasesReport> {
  return await withConnection(login, async (nats) => {
    const read = async (query: object) => {
      const subject = `${hubJetStream}.DIRECT.GET.${releasesStream}`;
      const { headers } = await nats.request(subject, JSON.stringify(query), { timeout: timeoutMs });
      return headers?.code === 404 ? null : (headers ?? null);
    };
    const last = await read({ last_by_subj: '>' });
    const eventIds: (string | null)[] = [];
    for (const seq of sequences) eventIds.push((await read({ seq }))?.get(messageIdHeader) ?? null);
    return {
      sequence: Number(last?.get('Nats-Sequence') ?? 0),
      epoch: Number(last?.get(factHeaders.epoch) ?? 0),
      eventIds,
    };
  });
}

/** The facts for instances whose newest one is not in the stream of releases. `login` is that of the catalogue. */
export async function inspectReplica(login: Login): Promise<readonly string[]> {
  return await withConnection(login, async (nats) => {
    const manager = await jetstreamManager(nats, { checkAPI: false, timeout: timeoutMs });
    const newest = async (stream: string, subject: string): Promise<string | null> => {
      const message = await manager.streams.getMessage(stream, { last_by_subj: subject }).catch(absent);
      return message?.header.get(messageIdHeader) ?? null;
    };
    const missing: string[] = [];
    for (const { service, subject } of factsForInstances) {
      const filter = factFilter('hub', subject);
      if ((await newest(factStreamName('hub', service), filter)) !== (await newest(releasesStream, filter)))
        missing.push(subject);
    }
    return missing;
  });
}

function absent(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
