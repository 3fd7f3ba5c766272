/** Compares the logs of all services with JetStream: each public fact must be there exactly once. */
import { BrokerConnection } from '@kushk/broker';
import { factStreamName, livesOnHub, natsUserName, type ServiceName } from '@kushk/contracts';
import type { RecordedFact, StoreDefinition } from '@kushk/event-store';
import { jetstreamManager } from '@nats-io/jetstream';
import pg from 'pg';
import { catalogueStore } from '../../../apps/catalogue/src/store.module.js';
import { deliveryStore } from '../../../apps/delivery/src/store.module.js';
import { installationStore } from '../../../apps/installation/src/store.module.js';
import { reviewStore } from '../../../apps/review/src/store.module.js';
import { walletStore } from '../../../apps/wallet/src/store.module.js';
import { workspaceStore } from '../../../apps/workspace/src/store.module.js';
import type { ReplicatedSystem } from './replicated-system.js';

/** The services of the recorded data: without a container engine, there are no containers. */
export const stores = [catalogueStore, deliveryStore, installationStore, reviewStore, walletStore, workspaceStore];
const readsAtOnce = 64;

export interface PublishedFacts {
  readonly published: number;
  readonly missing: number;
  readonly repeated: number;
}

export async function comparePublished({ databaseUrl, natsUrlOf }: ReplicatedSystem): Promise<PublishedFacts> {
  const counts = { published: 0, missing: 0, repeated: 0 };
  for (const store of stores) {
    const service = store.service as Exclude<ServiceName, 'hub_gateway' | 'instance_gateway'>;
    const scope = livesOnHub(service) ? 'hub' : 'i1';
    const expected = await publicFactsOf(store, databaseUrl(service));
    const found = await eventIdsIn(natsUrlOf(scope, service), { scope, service });
    const once = new Set(found);
    counts.published += found.length;
    counts.repeated += found.length - once.size;
    counts.missing += expected.filter((eventId) => !once.has(eventId)).length;
  }
  return counts;
}

/** The event ids of the facts that this version publishes. */
async function publicFactsOf({ publications }: StoreDefinition, databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Pick<RecordedFact, 'eventId' | 'streamId' | 'type' | 'data'>>(
      `select event_id as "eventId", stream_id as "streamId", type, data from log_events
        where split_part(stream_id, '-', 1) = any($1)`,
      [publications.map(({ of }) => of.category)],
    );
    return rows.filter((row) => isPublic(publications, row)).map(({ eventId }) => eventId);
  } finally {
    await client.end();
  }
}

function isPublic(
  publications: StoreDefinition['publications'],
  row: Pick<RecordedFact, 'streamId' | 'type' | 'data'>,
): boolean {
  const [category, id] = row.streamId.split(/-(.*)/s);
  const publication = publications.find(({ of }) => of.category === category);
  if (publication === undefined || publication.types?.includes(row.type) === false) return false;
  // The fact that the proof invents is public.
  if (!Object.hasOwn(publication.of.factTypes, row.type)) return true;
  return publication.translate({ ...row, id } as RecordedFact) !== null;
}

async function eventIdsIn(
  natsUrl: string,
  { scope, service }: { readonly scope: string; readonly service: ServiceName },
): Promise<string[]> {
  const connection = await BrokerConnection.connect(natsUrl, natsUserName({ role: service, scope }));
  const stream = factStreamName(scope, service);
  try {
    const manager = await jetstreamManager(connection.nats, { checkAPI: false });
    const { state } = await manager.streams.info(stream);
    const eventIds: string[] = [];
    for (let first = Math.max(1, state.first_seq); first <= state.last_seq; first += readsAtOnce) {
      const sequences = Array.from(
        { length: Math.min(readsAtOnce, state.last_seq - first + 1) },
        (_, at) => first + at,
      );
      const messages = await Promise.all(sequences.map((seq) => manager.streams.getMessage(stream, { seq })));
      eventIds.push(...messages.map((message) => message?.header.get('Nats-Msg-Id') ?? ''));
    }
    return eventIds;
  } finally {
    await connection.close();
  }
}
