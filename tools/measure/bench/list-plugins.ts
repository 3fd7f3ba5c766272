import { strict as assert } from 'node:assert';
import { httpLoad, underHttpLoad, type HttpCall } from './http-load.js';
import { startRival } from './rivals.js';
import type { Row } from './row.js';
import { sizeOf } from './sizes.js';
import { smallSubmission, submittedPlugins } from './submission.js';
import { startWholeSystem, type WholeSystem } from './whole-system.js';

const releasesEach = sizeOf({ normal: 60, full: 200 });
/**
 * One caller only, because the row limits the time of a single response: the JSON is written and read on the same
 * cores.
 */
const reader = { callers: 1, warmUpMs: 1_000, windowMs: 4_000 };
/** New releases are submitted during the measurement, so that the response cannot come from a cache. */
const submitEveryMs = 500;
/** The route returns the same rows in the same time as a bare route, or faster. */
const GOAL = 1;

/**
 * Measures `GET /developer/v1/plugins` for a publisher with 50 plugins and all their releases, while new releases are
 * submitted, against a bare Fastify route that reads the same rows from the same database.
 */
export async function run(): Promise<Row> {
  const system = await startWholeSystem();
  try {
    const { publisher, hub } = system.dev;
    const headers = { authorization: `Bearer ${publisher.key}` };
    const submit = smallSubmission('/developer/v1/releases', publisher.id, headers);
    const filled = await fill(system, submit);
    let extra = filled;
    const writer = setInterval(() => void send(hub.base_url, submit((extra += 1))), submitEveryMs);
    const bare = await readBare(system);
    const ours = await underHttpLoad(
      hub.base_url,
      () => ({ method: 'GET', path: '/developer/v1/plugins', headers }),
      reader,
    );
    clearInterval(writer);
    const count = await countReleases(`${hub.base_url}/developer/v1/plugins`, headers);
    assert.ok(count >= submittedPlugins * releasesEach, `the list has ${count} releases`);
    const ratio = bare.p99Ms / ours.p99Ms;
    return {
      name: `GET /developer/v1/plugins, ${filled.toLocaleString('en')} releases, p99`,
      measured: ours.p99Ms,
      rival: bare.p99Ms,
      ratio,
      goal: GOAL,
      unit: 'ms',
      ok: ratio >= GOAL,
      note: `p50 ${ours.p50Ms.toFixed(1)} ms; a bare route that reads the same rows, p50 ${bare.p50Ms.toFixed(1)} ms`,
    };
  } finally {
    await system.stop();
  }
}

async function readBare({ dev, databaseUrl }: WholeSystem): Promise<{ p50Ms: number; p99Ms: number }> {
  const rival = await startRival('bare-plugin-list', { BARE_DATABASE_URL: databaseUrl('catalogue') });
  const path = `/plugins/${dev.publisher.id}`;
  try {
    const count = await countReleases(`${rival.origin}${path}`, {});
    assert.ok(count >= submittedPlugins * releasesEach, `the rival reads ${count} releases`);
    return await underHttpLoad(rival.origin, () => ({ method: 'GET', path }), reader);
  } finally {
    await rival.stop();
  }
}

async function countReleases(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const { plugins } = (await (await fetch(url, { headers })).json()) as { plugins: { releases: unknown[] }[] };
  return plugins.flatMap(({ releases }) => releases).length;
}

/** Submits all releases and returns their number. */
async function fill({ dev: { hub } }: WholeSystem, submit: (number: number) => HttpCall): Promise<number> {
  const all = submittedPlugins * releasesEach;
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < all) await send(hub.base_url, submit((next += 1)));
  };
  await Promise.all(Array.from({ length: httpLoad.callers }, caller));
  return next;
}

async function send(origin: string, { path, ...call }: HttpCall): Promise<void> {
  const response = await fetch(`${origin}${path}`, call);
  const text = await response.text();
  if (!response.ok) throw new Error(`${call.method} ${path} returned ${response.status}: ${text}`);
}
