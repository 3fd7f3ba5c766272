/** A plugin that polls and listens nowhere. It fulfils the contract, and can have one defect. */
import type { PollerDefect } from './defects.js';
import { ExampleProcess, ExampleState, type ExampleEvent, type Known, type RestartKind } from './example-state.js';

interface Page {
  readonly events: readonly ExampleEvent[];
  readonly next_after: string;
}
interface PollerOptions {
  readonly defect: PollerDefect | null;
  readonly onOutput?: (text: string) => void;
}

/** The pause after a failed request. */
const RETRY_MS = 20;
/** The pause of a variant that does not wait for events. */
const LOOP_MS = 100;
const WAIT_SECONDS = 2;
const POLL_TIMEOUT_MS = 10_000;
/** What it brings in: the same at each start, so it is one source. */
const LETTER = {
  external_id: 'letter',
  kind: 'document',
  title: 'Letter',
  content_type: 'text/plain',
  content: 'Please call back.',
  content_encoding: 'utf-8',
  occurred_at: '2026-11-20T10:00:00Z',
};

const CALL = {
  external_id: 'call',
  record_type: 'case',
  action: 'create',
  changes: { title: 'Call' },
  summary: 'Call',
};

export class ExamplePoller {
  private state = new ExampleState();
  private process = new ExampleProcess();
  private storedCursors: ExampleState['cursors'] = new Map();
  private starts = 0;

  constructor(private readonly options: PollerOptions) {}

  /** Starts it again with these environment variables. */
  restart(
    environment: Readonly<Record<string, string>>,
    { isKilled = false, isFresh = false }: RestartKind = {},
  ): Promise<void> {
    this.stop();
    this.starts += 1;
    this.process = new ExampleProcess();
    if (isKilled && this.has('stores its cursor only when it stops')) this.state.cursors = this.storedCursors;
    this.storedCursors = new Map(this.state.cursors);
    if (isFresh && !this.has('stores its state in a folder of its own')) this.state = new ExampleState();
    const {
      KUSHK_INSTALLATION_ID: id = '',
      KUSHK_API_BASE: apiBase = '',
      KUSHK_INSTALLATION_TOKEN: token = '',
    } = environment;
    this.state.known.set(id, { apiBase, token, secrets: [], issuedAt: 0, sequence: 0 });
    if (this.has('writes its credentials to its output')) this.options.onOutput?.(`polling with ${token}\n`);
    if (this.has('forgets its cursor at a restart')) this.state.cursors = new Map();
    if (!this.has('never polls'))
      for (const [installationId, known] of this.state.known)
        void this.poll(installationId, known, this.process).catch(() => undefined);
    return Promise.resolve();
  }

  stop(): void {
    this.process.end();
  }

  private has(defect: PollerDefect): boolean {
    return this.options.defect === defect;
  }

  private async poll(id: string, known: Known, process: ExampleProcess): Promise<void> {
    await process.request(known, '/sources', { method: 'POST', body: LETTER });
    if (this.has('proposes again at each start'))
      await process.request(known, '/proposals', { method: 'POST', body: CALL });
    while (!process.isEnded) {
      const after = this.state.cursors.get(id) ?? '';
      const wait = this.has('asks again at once when there is nothing new') ? 0 : WAIT_SECONDS;
      const path = `/events?after=${encodeURIComponent(after)}&wait=${wait}`;
      const { status, content, retryAfterMs = 0 } = await process.request(known, path, { timeoutMs: POLL_TIMEOUT_MS });
      if (status === 401 && !this.has('polls on after it was removed')) return;
      if (status === 410 && this.has('ends at an expired cursor')) return;
      if (status === 410 && !this.has('asks with an expired cursor for ever')) this.state.cursors.delete(id);
      const isHandled = status === 200 && (await this.handlePage(known, { id, page: content as Page, process }));
      const pauseMs = this.has('asks again at once when it is told to wait') ? RETRY_MS : retryAfterMs;
      if (!isHandled) await process.wait(Math.max(RETRY_MS, pauseMs));
    }
  }

  /** Reserves the price of an event, which is paid when the outcome is stored. Throws when the API is down. */
  private async hold(known: Known, event: ExampleEvent, process: ExampleProcess): Promise<string> {
    const suffix = this.has('makes other keys after each start') ? `.${this.starts}` : '';
    const isRandom = this.has('repeats a request with another key');
    const key = isRandom ? crypto.randomUUID() : `hold.${event.id}${suffix}`;
    const body = { service: 'event', count: 1, reference: event.data.external_id };
    const { status, content } = await process.request(known, '/wallet/holds', {
      method: 'POST',
      body,
      idempotencyKey: key,
    });
    if (status >= 500) throw new Error(`the API answered ${status}`);
    return String((content as { readonly id: string }).id);
  }

  private async settle(known: Known, hold: string, process: ExampleProcess): Promise<void> {
    if (this.has('never settles its hold')) return;
    const body = this.has('settles a hold with a list as body') ? [] : {};
    await process.request(known, `/wallet/holds/${hold}/settle`, {
      method: 'POST',
      body,
      idempotencyKey: `settle.${hold}`,
    });
  }

  /** Whether the whole page was handled, so that the cursor moved. */
  private async handlePage(
    known: Known,
    { id, page, process }: { readonly id: string; readonly page: Page; readonly process: ExampleProcess },
  ): Promise<boolean> {
    const { cursors, handled } = this.state;
    if (this.has('stores the cursor before the effect')) cursors.set(id, page.next_after);
    const events = this.has('handles a page in any order') ? [...page.events].reverse() : page.events;
    try {
      for (const event of events) {
        const isReview = event.type === 'plugin.source.reviewed';
        if (event.type === 'plugin.settings.changed' && this.has('fails at a type of event that it asks for'))
          return false;
        if (handled.has(event.id) && isReview && this.has('charges again when the review of a source is repeated'))
          await process.charge(known, crypto.randomUUID());
        if (handled.has(event.id) && !this.has('handles the events of a repeated page again')) continue;
        const hold = await this.hold(known, event, process);
        await process.storeOutcome(known, event, this.has('handles a page in any order'));
        await this.settle(known, hold, process);
        handled.add(event.id);
      }
    } catch {
      return false;
    }
    cursors.set(id, page.next_after);
    if (events.length === 0 && this.has('asks again at once when there is nothing new')) await process.wait(LOOP_MS);
    return true;
  }
}
