/**
 * A Fastify route that reads the releases of a publisher's plugins from the catalogue's tables with one query and
 * returns them as one JSON document, without authentication, NATS or a cache.
 */
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.BARE_DATABASE_URL, max: 4 });
pool.on('error', () => undefined);
const query = {
  name: 'releases',
  text: `select p.stream_id as id, p.latest_published, s.names, s.summary, r.summary as status
         from plugins p join submissions s on s.plugin_id = p.stream_id
         join release_statuses r on r.stream_id = s.release_key
         where p.publisher_id = $1 order by p.stream_id, s.position desc`,
};
const app = Fastify();
app.get('/plugins/:publisher', async (request) => {
  const { rows } = await pool.query({ ...query, values: [request.params.publisher] });
  const plugins = new Map();
  for (const { id, latest_published, names, summary, status } of rows) {
    if (!plugins.has(id)) plugins.set(id, { id, names, latest_published, releases: [] });
    plugins.get(id).releases.push({ ...summary, ...status });
  }
  return { plugins: [...plugins.values()] };
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
