import { strict as assert } from 'node:assert';
import { httpLoad, underHttpLoad, type HttpCall } from './http-load.js';
import type { Row } from './row.js';
import { smallSubmission, submittedPlugins } from './submission.js';
import { startWholeSystem, type WholeSystem } from './whole-system.js';

const LIMIT_MS = 50;
const RELEASES_EACH = 200;
/**
 * One caller only, because the row limits the time of a single response: the 5 MB of JSON are written and read on the
 * same cores.
 */
const reader = { callers: 1, warmUpMs: 1_000, windowMs: 5_000 };
/** New releases are submitted during the measurement, so that the response cannot come from a cache. */
const submitEveryMs = 500;

/**
 * Measures `GET /developer/v1/plugins` for a publisher with 50 plugins of 200 releases each, while new releases are
 * submitted.
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
    const { p50Ms, p99Ms, perSecond } = await underHttpLoad(
      hub.base_url,
      () => ({ method: 'GET', path: '/developer/v1/plugins', headers }),
      reader,
    );
    clearInterval(writer);
    const { plugins } = (await (await fetch(`${hub.base_url}/developer/v1/plugins`, { headers })).json()) as {
      plugins: { releases: unknown[] }[];
    };
    assert.ok(plugins.flatMap(({ releases }) => releases).length >= submittedPlugins * RELEASES_EACH);
    const ratio = LIMIT_MS / p99Ms;
    return {
      name: 'GET /developer/v1/plugins, p99',
      measured: p99Ms,
      rival: LIMIT_MS,
      ratio,
      goal: 1,
      unit: 'ms',
      ok: ratio >= 1,
      note: `p50 ${p50Ms.toFixed(1)} ms, ${perSecond.toFixed(0)}/s`,
    };
  } finally {
    await system.stop();
  }
}

/** Submits all releases and returns their number. */
async function fill({ dev: { hub } }: WholeSystem, submit: (number: number) => HttpCall): Promise<number> {
  const all = submittedPlugins * RELEASES_EACH;
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
