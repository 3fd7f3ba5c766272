import { plainArray, textArray } from '../postgres/array-literal.js';
import type { StoreLog } from '../definition.js';
import type { FactPublisher, RejectedFact } from './fact-publisher.js';
import { factHeaders } from './fact-stream.js';
import type { PipelinedClient } from '../postgres/pipelined-client.js';
import { eventColumns, recordedFact, type EventRow } from '../log/recorded-fact.js';
import { cursorFrom, logStart, type Cursor } from './relay-cursor.js';
import type { RelayLog, UnpublishableFact } from './relay-log.js';

/** How often the relay looks for requested replays. */
const replayPollMs = 1_000;
/** Number of facts replayed at a time. Each may be as large as a message. */
const replayBatchSize = 20;
/** Number of event ids in a log message. */
const loggedIds = 10;

/** Parks the facts that cannot be published and replays them on request. */
export class RelayParking {
  private polledAt = 0;
  private readonly client: PipelinedClient;
  private readonly service: string;
  private readonly log: StoreLog;

  constructor(client: PipelinedClient, { service, log }: { readonly service: string; readonly log: StoreLog }) {
    this.client = client;
    this.service = service;
    this.log = log;
  }

  /**
   * Stores the facts as parked. It must resolve before a later fact is published: afterwards the relay never reads
   * these facts again.
   */
  async park(facts: readonly UnpublishableFact[]): Promise<void> {
    if (facts.length === 0) return;
    this.log.error(
      { ...fieldsOf(facts), service: this.service },
      'facts cannot be published, parked until they are replayed',
    );
    // The relay's connection commits asynchronously, but a lost row would be a lost fact.
    await this.client.query('begin');
    await this.client.query('set local synchronous_commit = on');
    await this.client.query(
      `insert into log_parked as p (event_id, xid, position, stream_id, version, type, reason)
        select u.event_id, u.xid::text::xid8, u.position, u.stream_id, u.version, u.type, u.reason
        from unnest($1::uuid[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[])
          as u(event_id, xid, position, stream_id, version, type, reason)
        on conflict (event_id) do update set reason = excluded.reason, attempts = p.attempts + 1, replay_requested_at = null`,
      [
        plainArray(facts.map(({ eventId }) => eventId)),
        plainArray(facts.map(({ cursor }) => cursor.xid)),
        plainArray(facts.map(({ cursor }) => cursor.position)),
        textArray(facts.map(({ streamId }) => streamId)),
        plainArray(facts.map(({ version }) => version)),
        textArray(facts.map(({ type }) => type)),
        textArray(facts.map(({ reason }) => storable(reason))),
      ],
    );
    await this.client.query('commit');
  }

  /** Forgets the parked facts after a cursor, because the relay reads them again. */
  async forgetAfter({ xid, position }: Cursor): Promise<void> {
    await this.client.query('delete from log_parked where (xid, position) > ($1::xid8, $2::bigint)', [
      xid.toString(),
      position.toString(),
    ]);
  }

  /**
   * Publishes the facts whose replay was requested. Their messages get the relay's own cursor, because the relay
   * continues after the cursor of the newest message. Looks for requests at most once a second.
   */
  async replayRequested(log: RelayLog, publisher: FactPublisher, cursor: Cursor): Promise<void> {
    if (performance.now() - this.polledAt < replayPollMs) return;
    const { rows } = await this.client.query<EventRow & { log_xid: string }>({
      name: 'replays',
      text: `select fact.* from (select * from log_parked
          where replay_requested_at is not null order by xid, position limit ${replayBatchSize}) p
        cross join lateral (select e.xid::text as log_xid, ${eventColumns} from log_events e
          where e.stream_id = p.stream_id and e.version = p.version) fact order by p.xid, p.position`,
      values: [],
    });
    if (rows.length < replayBatchSize) this.polledAt = performance.now();
    for (const row of rows) {
      const fact = recordedFact(row);
      const outgoing = log.outgoing(fact, cursor);
      const own = { xid: BigInt(row.log_xid), position: fact.position };
      if (outgoing !== null && 'reason' in outgoing) {
        await this.park([{ ...outgoing, cursor: own }]);
        continue;
      }
      let isRejected = false;
      await publisher.publish(outgoing === null ? [] : [outgoing], async (rejected) => {
        isRejected = true;
        await this.park([{ ...rejectedFact(rejected), cursor: own }]);
      });
      if (!isRejected) {
        await this.client.query('delete from log_parked where event_id = $1', [fact.eventId]);
        this.log.info({ service: this.service, event_id: fact.eventId }, 'parked fact published');
      }
    }
  }
}

/** A fact that JetStream rejected, described by its headers. */
export function rejectedFact({ fact, reason }: RejectedFact): UnpublishableFact {
  const header = (name: keyof typeof factHeaders): string => fact.headers[factHeaders[name]] ?? '';
  return {
    cursor: cursorFrom(header('cursor')) ?? logStart,
    eventId: fact.eventId,
    streamId: header('stream'),
    version: Number(header('version')),
    type: header('type'),
    reason,
  };
}

/** An error text may quote any input. PostgreSQL cannot store a NUL character. */
function storable(reason: string): string {
  return reason.replaceAll('\u0000', '\ufffd').toWellFormed();
}

function fieldsOf(facts: readonly UnpublishableFact[]): object {
  const [first] = facts;
  return {
    facts: facts.length,
    event_ids: facts.slice(0, loggedIds).map(({ eventId }) => eventId),
    stream_id: first?.streamId,
    type: first?.type,
    reason: first?.reason,
  };
}
