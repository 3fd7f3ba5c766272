/**
 * Clones an installation in the tables of two services, because a hundred thousand requests would take an hour. The ids
 * of the clones are smaller than its own, so what walks over installations in order reaches it last.
 */
import type pg from 'pg';

const clones = `generate_series(1, $2::int) n, lateral (select 'ins_0000' || lpad(n::text, 12, '0') as id) c`;

export async function cloneInstallations(client: pg.Client, id: string, count: number): Promise<void> {
  // Tokens are unique.
  const state = `replace(replace(s.state::text, $1, c.id), i.token_hash, md5(c.id))::json`;
  await client.query(
    `insert into log_streams (stream_id, version, prev_version, last_xid, state_version, state)
     select 'installation-' || c.id, s.version, s.prev_version, s.last_xid, s.state_version, ${state}
     from log_streams s join installations i on s.stream_id = 'installation-' || i.stream_id, ${clones}
     where i.stream_id = $1`,
    [id, count],
  );
  await client.query(
    `insert into log_events (xid, position, stream_id, version, event_id, type, data, meta, at)
     select e.xid, e.position, 'installation-' || c.id, e.version, gen_random_uuid(), e.type,
       replace(e.data::text, $1, c.id)::json, e.meta, e.at
     from log_events e, ${clones} where e.stream_id = 'installation-' || $1`,
    [id, count],
  );
  await client.query(
    `insert into installations select (jsonb_populate_record(i, jsonb_build_object(
       'stream_id', c.id, 'organisation_id', 'org_' || n, 'token_hash', md5(c.id)))).*
     from installations i, ${clones} where i.stream_id = $1`,
    [id, count],
  );
  await client.query('analyze log_streams, installations');
}

export async function cloneEndpoints(client: pg.Client, id: string, count: number): Promise<void> {
  await client.query(
    `insert into log_streams (stream_id, version, prev_version, last_xid, state_version, state)
     select 'endpoint-' || c.id, s.version, s.prev_version, s.last_xid, s.state_version, s.state
     from log_streams s, ${clones} where s.stream_id = 'endpoint-' || $1`,
    [id, count],
  );
  await client.query(
    `insert into endpoints select (jsonb_populate_record(e, jsonb_build_object('stream_id', c.id))).*
     from endpoints e, ${clones} where e.stream_id = $1`,
    [id, count],
  );
  await client.query('analyze log_streams, endpoints');
}
