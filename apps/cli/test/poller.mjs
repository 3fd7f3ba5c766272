/** A plugin that polls, listens nowhere and needs no package. It stores its state in a file. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const { KUSHK_API_BASE: base, KUSHK_INSTALLATION_TOKEN: token, KUSHK_STATE_DIR: folder = '.' } = process.env;
const file = join(folder, 'state.json');
const RETRY_MS = 500;

let state = { cursor: '', handled: [] };
try {
  state = JSON.parse(readFileSync(file, 'utf8'));
} catch {
  // The first start.
}

function save(changed) {
  state = { ...state, ...changed };
  writeFileSync(`${file}.tmp`, JSON.stringify(state));
  renameSync(`${file}.tmp`, file);
}

async function call(path, { method = 'GET', body, timeoutMs = 5_000 } = {}) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(`${base}${path}`, {
    method,
    headers,
    signal,
    ...(body && { body: JSON.stringify(body) }),
  });
  const retryAfterMs = Number(response.headers.get('retry-after') ?? 0) * 1_000;
  return { status: response.status, content: JSON.parse((await response.text()) || 'null'), retryAfterMs };
}

async function handle({ id, type, data }) {
  if (state.handled.includes(id)) return;
  if (type === 'plugin.proposal.settled') {
    const path = `/records/note/${encodeURIComponent(data.external_id)}`;
    const { outcome, reason, revision } = data;
    const { status } = await call(path, { method: 'PUT', body: { data: { outcome, reason, revision } } });
    if (status >= 300) throw new Error(`PUT ${path}: ${status}`);
  }
  save({ handled: [...state.handled, id].slice(-1_000) });
}

for (;;) {
  try {
    const after = encodeURIComponent(state.cursor);
    const { status, content, retryAfterMs } = await call(`/events?after=${after}&wait=25`, { timeoutMs: 35_000 });
    if (status === 401) break; // The plugin was removed.
    if (status === 410) save({ cursor: '' });
    await pause(retryAfterMs);
    if (status !== 200) throw new Error(`GET /events: ${status}`);
    for (const event of content.events) await handle(event);
    save({ cursor: content.next_after });
  } catch (error) {
    console.log(error.message);
    await pause(RETRY_MS);
  }
}
console.log('removed');
