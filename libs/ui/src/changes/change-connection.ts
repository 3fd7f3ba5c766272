/**
 * One connection to `…/changes` per browser. The tab that holds a Web Lock has the connection and passes what it
 * receives to the other tabs (BroadcastChannel); when it is closed, the next tab gets the lock.
 */
import { currentOrganisation, sameOriginFetch } from '@kushk/api-client';
import { changeEventReader, namesIn } from './change-events.js';

/** The service sends a heartbeat every 20 seconds; a connection that is silent for longer is dead. */
const SILENCE_MS = 45_000;
/** A tab that receives nothing for this time takes the lock: the tab that has it is frozen. */
const FROZEN_MS = 90_000;
const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;
const TOO_MANY = 429;

/** What changed; null when anything may have changed. */
export type ChangeListener = (lists: readonly string[] | null) => void;

interface TabMessage {
  readonly kind: 'changes' | 'anything' | 'alive';
  readonly lists?: unknown;
}

/** Listens until the signal is aborted. */
export function listenToChanges(path: string, listener: ChangeListener, signal: AbortSignal): void {
  const name = `kushk-changes:${currentOrganisation() ?? ''}:${path}`;
  const tabs = new BroadcastChannel(name);
  let receivedAt = performance.now();
  tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    receivedAt = performance.now();
    if (data.kind === 'changes') listener(namesIn(data.lists));
    if (data.kind === 'anything') listener(null);
  });
  const send = (message: TabMessage): void => {
    // The channel is closed then, and posting to it would throw.
    if (signal.aborted) return;
    receivedAt = performance.now();
    tabs.postMessage(message);
  };
  const connect: Connect = (held, hasMissed) =>
    stayConnected(
      path,
      { signal: held, hasMissed },
      {
        onChanges: (lists) => {
          listener(lists);
          send(lists === null ? { kind: 'anything' } : { kind: 'changes', lists });
        },
        onAlive: () => send({ kind: 'alive' }),
      },
    );
  void holdLock(name, connect, signal);
  const watch = setInterval(() => {
    if (performance.now() - receivedAt < FROZEN_MS || document.hidden) return;
    receivedAt = performance.now();
    void stealLock(name, connect, signal);
  }, FROZEN_MS / 3);
  signal.addEventListener('abort', () => {
    clearInterval(watch);
    tabs.close();
  });
}

/** `hasMissed`: changes may have come before the connection. */
type Connect = (held: AbortSignal, hasMissed: boolean) => Promise<void>;

/** Waits for the lock, connects while it is held, and waits again after another tab has taken it. */
async function holdLock(name: string, connect: Connect, signal: AbortSignal): Promise<void> {
  // Locks exist only in secure contexts. Without them each tab has a connection of its own.
  if (!('locks' in navigator)) return connect(signal, false);
  const connectUntil =
    (hasMissed: boolean) =>
    (lost: AbortSignal): Promise<void> =>
      connect(AbortSignal.any([signal, lost]), hasMissed);
  // The first tab has just loaded what it shows. One that has waited for the lock missed what came in between.
  await request(name, { ifAvailable: true }, connectUntil(false));
  while (!signal.aborted) await request(name, { signal }, connectUntil(true));
}

async function stealLock(name: string, connect: Connect, signal: AbortSignal): Promise<void> {
  if ('locks' in navigator)
    await request(name, { steal: true }, (lost) => connect(AbortSignal.any([signal, lost]), true));
}

/** Resolves when the lock is not available, is lost or was taken by another tab, or when the tab stops listening. */
async function request(
  name: string,
  options: LockOptions,
  connect: (lost: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  try {
    await navigator.locks.request(name, options, (lock) => (lock === null ? undefined : connect(lost.signal)));
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  } finally {
    lost.abort();
  }
}

interface ConnectionEvents {
  /** Null after a connection was interrupted: what changed meanwhile is unknown. */
  readonly onChanges: ChangeListener;
  readonly onAlive: () => void;
}

/** Connects again and again until the signal is aborted. */
async function stayConnected(
  path: string,
  held: { readonly signal: AbortSignal; readonly hasMissed: boolean },
  events: ConnectionEvents,
): Promise<void> {
  const { signal } = held;
  let { hasMissed } = held;
  let backoffMs = MIN_BACKOFF_MS;
  while (!signal.aborted) {
    const onOpen = (): void => {
      backoffMs = MIN_BACKOFF_MS;
      if (hasMissed) events.onChanges(null);
      hasMissed = true;
      events.onAlive();
    };
    const retryAfterMs = await readEvents(path, signal, { ...events, onOpen }).catch(() => 0);
    // The tabs are served by this connection, even while it is being restored.
    events.onAlive();
    await pause(Math.max(retryAfterMs, backoffMs * (0.5 + Math.random() / 2)), signal);
    backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
  }
}

/** Reads one connection to its end. Resolves with the time that the service asks to wait. */
async function readEvents(
  path: string,
  signal: AbortSignal,
  { onChanges, onAlive, onOpen }: ConnectionEvents & { readonly onOpen: () => void },
): Promise<number> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await sameOriginFetch(
      new Request(new URL(path, location.origin), {
        credentials: 'same-origin',
        headers: { accept: 'text/event-stream' },
        signal: AbortSignal.any([signal, silence.signal]),
      }),
    );
    if (!response.ok || response.body === null) return waitOf(response);
    onOpen();
    const read = changeEventReader();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 0;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      onAlive();
      for (const lists of read(value)) onChanges(lists);
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

/** A refusal does not change soon: who may not connect tries again once a minute. */
function waitOf(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? '0');
  const isRefused = response.status >= 400 && response.status < 500 && response.status !== TOO_MANY;
  return isRefused ? MAX_BACKOFF_MS : Number.isFinite(seconds) ? Math.min(seconds * 1_000, MAX_BACKOFF_MS) : 0;
}

/** Waits, but no longer than until the browser is online again or the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      done.abort();
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end, { signal: done.signal });
    signal.addEventListener('abort', end, { signal: done.signal });
    if (signal.aborted) end();
  });
}
