/** An event log of small facts, with a relay to its own JetStream. */
import { createStreams, JetStreamFactStream, BrokerConnection } from '@kushk/broker';
import { publicFact } from '@kushk/contracts';
import { accept, streamRef, type Fact, type StreamType } from '@kushk/decider';
import { openEventStore, publicationOf, asPublicFact, type FactStream, type OpenStore } from '@kushk/event-store';
import { jetstreamManager } from '@nats-io/jetstream';
import { publishBare } from './bare-publisher.js';
import { withServers } from './servers.js';

const factsPerCommand = 25;

type Noted = Fact<'Noted', { readonly number: number; readonly text: string }>;
const note: StreamType<{ readonly notes: number }, Noted> = {
  category: 'note',
  factTypes: { Noted: true },
  stateVersion: 1,
  initial: { notes: 0 },
  evolve: ({ notes }) => ({ notes: notes + 1 }),
};
const noted = publicFact<{ readonly note_id: string; readonly number: number; readonly text: string }>(
  'wallet',
  'note.noted',
);
const publication = publicationOf(note, ({ id, data }) =>
  asPublicFact(noted, { note_id: id, number: data.number, text: data.text }),
);
/** A text that makes a fact about 260 bytes long, the usual size. */
const text = 'گزارش '.repeat(20);

/** An empty log and an empty JetStream for the relay benchmarks. */
export interface RelayHarness {
  /** Opens the event store with its relay, which publishes to `observed`. */
  open(): Promise<OpenStore>;
  readonly observed: ObservedStream;
  /** Appends facts while no relay runs. */
  fill(facts: number): Promise<void>;
  /** Publishes messages of the size of a fact. Returns how many JetStream acknowledged per second. */
  publishBare(messages: number): Promise<number>;
}

export function withRelay<Result>(work: (harness: RelayHarness) => Promise<Result>): Promise<Result> {
  return withServers(async ({ database, natsUrl }) => {
    const options = {
      service: 'wallet',
      streams: [note],
      publications: [publication],
      databaseUrl: await database('relay'),
    };
    await createStreams({ url: natsUrl, scope: 'b1', services: ['wallet'] });
    const link = await BrokerConnection.connect(natsUrl, 'bench');
    const observed = observe(
      new JetStreamFactStream(link, await jetstreamManager(link.nats), {
        scope: 'b1',
        service: 'wallet',
      }),
    );
    const result = await work({
      observed,
      publishBare: (messages) => publishBare(link.nats, messages),
      open: () => openEventStore({ ...options, facts: { stream: observed.stream, scope: 'b1' } }),
      fill: async (facts) => {
        const withoutRelay = await openEventStore(options);
        await fill(withoutRelay, facts);
        await withoutRelay.close();
      },
    });
    await link.close();
    return result;
  });
}

/** Appends one fact that contains this number. */
export function append({ store }: OpenStore, number: number): Promise<unknown> {
  return store.run({
    name: 'Note',
    streams: { note: streamRef(note, `n${number % 1_000}`) },
    decide: () => accept({ note: [{ type: 'Noted' as const, data: { number, text } }] }, null),
  });
}

async function fill({ store }: OpenStore, facts: number): Promise<void> {
  const commands = facts / factsPerCommand;
  for (let from = 0; from < commands; from += 500) {
    await Promise.all(
      Array.from({ length: Math.min(500, commands - from) }, (_, index) =>
        store.run({
          name: 'Note',
          streams: { note: streamRef(note, `n${(from + index) % 1_000}`) },
          decide: () =>
            accept(
              {
                note: Array.from({ length: factsPerCommand }, (__, number) => ({
                  type: 'Noted' as const,
                  data: { number, text },
                })),
              },
              null,
            ),
        }),
      ),
    );
  }
}

export interface ObservedStream {
  readonly stream: FactStream;
  /** The time when the relay started, from `performance.now()`. */
  startedAt: number;
  /** The number of facts that JetStream has acknowledged so far. */
  acknowledged: number;
  /** Called with the number of each fact that JetStream acknowledges. */
  onAcknowledged: (number: number) => void;
}

/** Wraps a stream and counts the facts that JetStream acknowledges. */
function observe(stream: FactStream): ObservedStream {
  const observed: ObservedStream = {
    startedAt: 0,
    acknowledged: 0,
    onAcknowledged: () => undefined,
    stream: {
      end: () => {
        observed.startedAt ||= performance.now();
        return stream.end();
      },
      maxMessageBytes: () => stream.maxMessageBytes(),
      publish: async (batch, after) => {
        const sequence = await stream.publish(batch, after);
        for (const { body } of batch) {
          observed.acknowledged += 1;
          observed.onAcknowledged((JSON.parse(body) as { number: number }).number);
        }
        return sequence;
      },
    },
  };
  return observed;
}
