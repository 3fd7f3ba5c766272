/** A log of small facts with its relay into a JetStream of its own. */
import { JetStreamFactStream, Link } from '@kushk/broker';
import { publicFact } from '@kushk/contracts';
import { accept, streamRef, type Fact, type StreamType } from '@kushk/decider';
import { openEventStore, publishes, say, type FactStream, type OpenStore } from '@kushk/event-store';
import { jetstreamManager } from '@nats-io/jetstream';
import { withServers } from './servers.js';

const factsPerCommand = 25;

type Noted = Fact<'Noted', { readonly number: number; readonly text: string }>;
const note: StreamType<{ readonly notes: number }, Noted> = {
  category: 'note',
  stateVersion: 1,
  initial: { notes: 0 },
  evolve: ({ notes }) => ({ notes: notes + 1 }),
};
const noted = publicFact<{ readonly note_id: string; readonly number: number; readonly text: string }>(
  'wallet',
  'note.noted',
);
const publication = publishes(note, ({ id, data }) =>
  say(noted, { note_id: id, number: data.number, text: data.text }),
);
/** A body of about 260 bytes, as facts have it. */
const text = 'گزارش '.repeat(20);

/** What the relay rows need: an empty log and an empty JetStream. */
export interface RelayRig {
  /** Opens the store with its relay; `watched` sees what JetStream acknowledges. */
  open(): Promise<OpenStore>;
  readonly watched: Watched;
  /** Appends facts while no relay runs. */
  fill(facts: number): Promise<void>;
}

export function withRelay<Result>(work: (rig: RelayRig) => Promise<Result>): Promise<Result> {
  return withServers(async ({ database, natsUrl }) => {
    const options = {
      service: 'wallet',
      streams: [note],
      publications: [publication],
      databaseUrl: await database('relay'),
    };
    const link = await Link.to(natsUrl, 'bench');
    const watched = watch(
      new JetStreamFactStream(link, await jetstreamManager(link.connection), {
        scope: 'b1',
        service: 'wallet',
        replicas: 1,
      }),
    );
    const result = await work({
      watched,
      open: () => openEventStore({ ...options, facts: { stream: watched.stream, scope: 'b1' } }),
      fill: async (facts) => {
        const quiet = await openEventStore(options);
        await fill(quiet, facts);
        await quiet.close();
      },
    });
    await link.close();
    return result;
  });
}

/** Appends one fact with this number. */
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

export interface Watched {
  readonly stream: FactStream;
  /** When the relay began, by the process's clock (`performance.now`). */
  startedAt: number;
  /** Facts acknowledged so far. */
  acknowledged: number;
  /** Called with the number of each fact that JetStream has acknowledged. */
  onAcknowledged: (number: number) => void;
}

/** The same stream, with a look at what it has acknowledged. */
function watch(stream: FactStream): Watched {
  const watched: Watched = {
    startedAt: 0,
    acknowledged: 0,
    onAcknowledged: () => undefined,
    stream: {
      prepare: () => {
        watched.startedAt = performance.now();
        return stream.prepare();
      },
      end: () => stream.end(),
      publish: async (batch, after) => {
        const sequence = await stream.publish(batch, after);
        for (const { body } of batch) {
          watched.acknowledged += 1;
          watched.onAcknowledged((JSON.parse(body) as { number: number }).number);
        }
        return sequence;
      },
    },
  };
  return watched;
}
