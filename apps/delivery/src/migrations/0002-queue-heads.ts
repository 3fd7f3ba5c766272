/**
 * Creates the heads of the delivery queue and fills them from the queue that is there.
 *
 * Triggers keep them, so that every statement that changes the queue, a circuit or an endpoint changes them in its own
 * transaction: those of the command loop, of the workers, of retention, and of a process of the previous version that
 * still runs during an upgrade.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class QueueHeads0002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of [TABLES, CHANGE_QUEUES, QUEUE_TRIGGERS, CIRCUIT_TRIGGERS, ENDPOINT_TRIGGER, FILL])
      await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger delivery_queue_inserted on delivery_queue;
      drop trigger delivery_queue_updated on delivery_queue;
      drop trigger delivery_queue_deleted on delivery_queue;
      drop trigger endpoint_circuits_inserted on endpoint_circuits;
      drop trigger endpoint_circuits_updated on endpoint_circuits;
      drop trigger endpoint_circuits_deleted on endpoint_circuits;
      drop trigger endpoints_updated on endpoints;
      drop function delivery_queue_inserted(), delivery_queue_updated(), delivery_queue_deleted(),
        endpoint_circuits_changed(), endpoints_updated(),
        change_queues(text[], text[], text[], bigint[], integer[]);
      drop table queue_heads, endpoint_queues, waiting_quotas;
      create index delivery_queue_due on delivery_queue (channel, installation_id, due_at, sequence)
        where dead_at is null`);
  }
}

/**
 * `queue_heads` has the first waiting delivery of each ordering key and the number of those that wait.
 * `endpoint_queues` has the time from which something may be sent to an endpoint: null while nothing waits, while the
 * installation is paused or suspended, and after a 410; the next probe while the circuit is open. `last_sequence` is
 * that of the newest event, which outlives its row in the feed. `waiting_quotas` has one row, which each process writes
 * when it starts.
 *
 * The index by due time begins with an expression, so that PostgreSQL never takes it for the search of one key: it
 * would read all keys of the installation.
 */
const TABLES = `
create table queue_heads (
  installation_id text not null, channel text not null, order_key text not null, sequence bigint not null,
  delivery_id text not null, due_at timestamptz not null, waiting integer not null,
  primary key (installation_id, channel, order_key)) with (fillfactor = 70);
create index queue_heads_due on queue_heads ((installation_id || channel), due_at, sequence);
create table endpoint_queues (
  installation_id text not null, channel text not null, waiting integer not null, last_sequence bigint not null,
  due_at timestamptz, primary key (installation_id, channel)) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
create index endpoint_queues_due on endpoint_queues (channel, due_at, installation_id) where due_at is not null;
create table waiting_quotas (
  id integer primary key check (id = 1), per_key integer not null, per_installation integer not null);
insert into waiting_quotas values (1, 50000, 300000);
drop index delivery_queue_due`;

/**
 * A table without statistics makes PostgreSQL plan scans, and a session would keep such a plan. Without a generic plan
 * it would plan each call, which takes longer than the call.
 */
const PLANS = `set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan`;

/**
 * Writes the heads of keys of which the waiting deliveries have changed, and when something may be sent to their
 * endpoints. `changes` are the numbers of deliveries that wait more than before; a key is null when only the endpoint
 * has changed. Returns how many deliveries wait in the longest of the queues.
 *
 * The first statement locks the endpoints' rows, always in the same order; the next ones read what the transactions
 * have committed that had the locks before. A cancelled `installed` call (cancelled-calls.view.ts) is never a head. An
 * endpoint that has been due before keeps that time: a change of an indexed column would leave a dead entry for each
 * delivery.
 */
const CHANGE_QUEUES = `
create function change_queues(
  installations text[], channels text[], keys text[], sequences bigint[], changes integer[]
) returns integer language plpgsql ${PLANS} as $$
declare locked integer; longest integer;
begin
  if installations is null then return 0; end if;
  perform from endpoint_queues q
  join (select distinct * from unnest(installations, channels) as u(installation_id, channel)) c
    on c.installation_id = q.installation_id and c.channel = q.channel
  order by q.installation_id, q.channel for update of q;
  get diagnostics locked = row_count;
  if locked < (select count(*) from (select distinct * from unnest(installations, channels)) c) then
    insert into endpoint_queues as q (installation_id, channel, waiting, last_sequence)
    select distinct u.installation_id, u.channel, 0, 0 from unnest(installations, channels) as u(installation_id, channel)
    order by u.installation_id, u.channel
    on conflict (installation_id, channel) do update set waiting = q.waiting;
  end if;
  with changed as (
    select c.installation_id, c.channel, c.order_key, min(c.sequence) as sequence, sum(c.change) as change
    from unnest(installations, channels, keys, sequences, changes)
      as c(installation_id, channel, order_key, sequence, change)
    where c.order_key is not null
    group by c.installation_id, c.channel, c.order_key
  ), head as (
    select c.installation_id, c.channel, c.order_key, c.change, h.ctid as row_id, n.*
    from changed c
    left join queue_heads h
      on h.installation_id = c.installation_id and h.channel = c.channel and h.order_key = c.order_key
    left join lateral (
      select b.sequence, b.delivery_id, b.due_at from delivery_queue b
      where b.installation_id = c.installation_id and b.channel = c.channel and b.order_key = c.order_key
        and b.dead_at is null
        -- Entries of deleted rows stay in the index until a vacuum: an event's search begins at the previous head.
        and b.sequence >= case c.channel when 'event' then least(h.sequence, c.sequence) else 0 end
        and (b.kind <> 'installed' or b.delivery_id = (
          select l.delivery_id from endpoints e
          join lifecycle_calls l on l.installation_id = e.stream_id and l.kind = 'installed'
          where e.stream_id = b.installation_id and e.calls_allowed and e.installed_pending
          order by l.sequence desc limit 1))
      order by b.sequence limit 1
    ) n on true
  ), gone as (
    delete from queue_heads h using head n where n.delivery_id is null and h.ctid = n.row_id
  )
  insert into queue_heads as h (installation_id, channel, order_key, sequence, delivery_id, due_at, waiting)
  select installation_id, channel, order_key, sequence, delivery_id, due_at, change from head
  where delivery_id is not null
  on conflict (installation_id, channel, order_key) do update set sequence = excluded.sequence,
    delivery_id = excluded.delivery_id, due_at = excluded.due_at, waiting = h.waiting + excluded.waiting;
  with queues as (
    update endpoint_queues q set waiting = q.waiting + n.change, last_sequence = greatest(q.last_sequence, n.sequence),
      due_at = case when q.due_at <= now() and n.due_at <= now() then q.due_at else n.due_at end
    from (
      select c.installation_id, c.channel, c.change, c.sequence,
        case when h.due_at is null or e.base_url is null or k.state = 'stopped' then null
          when c.channel = 'event' and not (e.calls_allowed and e.has_credentials) then null
          when k.state = 'open' then to_timestamp(greatest((k.circuit->>'nextProbeAtMs')::float8,
            (select max((p->>'untilMs')::float8) from jsonb_array_elements(k.circuit->'permits') p)) / 1000)
          else greatest(h.due_at, to_timestamp((k.circuit->>'pausedUntilMs')::float8 / 1000)) end as due_at
      from (
        select u.installation_id, u.channel, max(u.sequence) as sequence, sum(u.change) as change
        from unnest(installations, channels, sequences, changes) as u(installation_id, channel, sequence, change)
        group by u.installation_id, u.channel
      ) c
      left join endpoints e on e.stream_id = c.installation_id
      left join endpoint_circuits k on k.installation_id = c.installation_id and k.channel = c.channel
      left join lateral (
        select h.due_at from queue_heads h where h.installation_id || h.channel = c.installation_id || c.channel
        order by h.due_at limit 1) h on true
    ) n
    where q.installation_id = n.installation_id and q.channel = n.channel
      and (n.change <> 0 or q.due_at is distinct from n.due_at)
    returning q.waiting
  ) select max(waiting) into longest from queues;
  return coalesce(longest, 0);
end $$`;

/**
 * New events beyond the quota become dead letters, unless the installation is paused or suspended. A redelivery is no
 * new event. An update that changes neither the due time nor the key nor whether the delivery waits, such as a claim,
 * changes no head.
 */
const QUEUE_TRIGGERS = `
create function delivery_queue_inserted() returns trigger language plpgsql ${PLANS} as $$
declare longest integer;
begin
  select change_queues(array_agg(installation_id), array_agg(channel), array_agg(order_key), array_agg(sequence),
    array_agg(1)) into longest from added where dead_at is null;
  if longest <= (select least(per_key, per_installation) from waiting_quotas) then return null; end if;
  update delivery_queue q set dead_at = now()
  from (
    select delivery_id, installation_id, order_key,
      row_number() over (partition by installation_id, order_key order by sequence desc) as newest_of_key,
      row_number() over (partition by installation_id order by sequence desc) as newest
    from added where channel = 'event' and dead_at is null and order_key not like 'redelivery:%'
  ) n
  join queue_heads h on h.installation_id = n.installation_id and h.channel = 'event' and h.order_key = n.order_key
  join endpoint_queues w on w.installation_id = n.installation_id and w.channel = 'event'
  join endpoints e on e.stream_id = n.installation_id and e.calls_allowed
  join waiting_quotas l on l.id = 1
  where q.delivery_id = n.delivery_id
    and (n.newest_of_key <= h.waiting - l.per_key or n.newest <= w.waiting - l.per_installation);
  return null;
end $$;
create function delivery_queue_updated() returns trigger language plpgsql as $$
begin
  perform change_queues(array_agg(installation_id), array_agg(channel), array_agg(order_key), array_agg(sequence),
    array_agg(change))
  from (
    select installation_id, channel, order_key, sequence, sum(change)::integer as change
    from (
      select delivery_id, installation_id, channel, order_key, sequence, due_at, -1 as change from before
      where dead_at is null
      union all
      select delivery_id, installation_id, channel, order_key, sequence, due_at, 1 from after where dead_at is null
    ) v
    group by delivery_id, installation_id, channel, order_key, sequence, due_at having sum(change) <> 0
  ) c;
  return null;
end $$;
create function delivery_queue_deleted() returns trigger language plpgsql as $$
begin
  perform change_queues(array_agg(installation_id), array_agg(channel), array_agg(order_key), array_agg(sequence),
    array_agg(-1)) from removed where dead_at is null;
  return null;
end $$;
create trigger delivery_queue_inserted after insert on delivery_queue referencing new table as added
  for each statement execute function delivery_queue_inserted();
create trigger delivery_queue_updated after update on delivery_queue referencing old table as before new table as after
  for each statement execute function delivery_queue_updated();
create trigger delivery_queue_deleted after delete on delivery_queue referencing old table as removed
  for each statement execute function delivery_queue_deleted()`;

/** A new circuit that is closed is only the lock of an endpoint's first failure: it must not wait for other locks. */
const CIRCUIT_TRIGGERS = `
create function endpoint_circuits_changed() returns trigger language plpgsql as $$
begin
  perform change_queues(array_agg(installation_id), array_agg(channel), array_agg(null::text), array_agg(0::bigint),
    array_agg(0)) from changed
  where channel <> 'tool' and (tg_op <> 'INSERT' or state <> 'closed' or not_before > 'epoch');
  return null;
end $$;
create trigger endpoint_circuits_inserted after insert on endpoint_circuits referencing new table as changed
  for each statement execute function endpoint_circuits_changed();
create trigger endpoint_circuits_updated after update on endpoint_circuits referencing new table as changed
  for each statement execute function endpoint_circuits_changed();
create trigger endpoint_circuits_deleted after delete on endpoint_circuits referencing old table as changed
  for each statement execute function endpoint_circuits_changed()`;

/** An endpoint's changes decide whether anything may be sent, and which `installed` call is the current one. */
const ENDPOINT_TRIGGER = `
create function endpoints_updated() returns trigger language plpgsql as $$
begin
  perform change_queues(array_agg(a.stream_id), array_agg(c.channel), array_agg(c.order_key), array_agg(0::bigint),
    array_agg(0))
  from after a join before b on b.stream_id = a.stream_id
  cross join (values ('event', null), ('lifecycle', 'lifecycle')) as c(channel, order_key)
  where (a.base_url is null, a.calls_allowed, a.has_credentials, a.installed_pending, a.removed)
    is distinct from (b.base_url is null, b.calls_allowed, b.has_credentials, b.installed_pending, b.removed);
  return null;
end $$;
create trigger endpoints_updated after update on endpoints referencing old table as before new table as after
  for each statement execute function endpoints_updated()`;

const FILL = `
insert into endpoint_queues (installation_id, channel, waiting, last_sequence)
  select installation_id, 'event', 0, max(sequence) from feed_events group by installation_id;
do $$
declare queue record;
begin
  for queue in
    select array_agg(installation_id) as installations, array_agg(channel) as channels, array_agg(order_key) as keys,
      array_agg(sequence) as sequences, array_agg(1) as changes
    from delivery_queue where dead_at is null group by installation_id
  loop
    perform change_queues(queue.installations, queue.channels, queue.keys, queue.sequences, queue.changes);
  end loop;
end $$`;
