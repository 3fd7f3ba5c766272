/**
 * A database server as after its first checkpoints, when PostgreSQL reuses the files of its write-ahead log. A new
 * server has none to reuse: it creates one for every 16 MB, and all commits wait meanwhile, for tens of milliseconds.
 */
import pg from 'pg';

/** As `docker-compose.yml` sets them, and `docs/deployment/sizing.md` recommends. */
const settings = { min_wal_size: '1GB', max_wal_size: '4GB' };
/** The files of `min_wal_size`, of 16 MB each: more than a row writes. */
const files = 64;

/** Makes the server create the files, and keep them for reuse. Takes a few seconds. `url` has the superuser. */
export async function fillWalFiles(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const [name, value] of Object.entries(settings)) await client.query(`alter system set ${name} = '${value}'`);
  await client.query('select pg_reload_conf()');
  for (let file = 0; file < files; file += 1) {
    // A file without a record is not switched.
    await client.query(`select pg_logical_emit_message(false, 'bench', '')`);
    await client.query('select pg_switch_wal()');
  }
  await client.query('checkpoint');
  await client.end();
}
