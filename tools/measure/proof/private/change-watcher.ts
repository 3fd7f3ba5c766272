/** Reads a stream of changes (`GET /instance/v1/changes`) and stores the data of its events. */
import type { Organisation } from './seen-by.js';

export class ChangeWatcher {
  /** The data of every event, without the comments that only keep the connection. */
  readonly events: string[] = [];

  private constructor(private readonly abort: AbortController) {}

  /** Connects, and resolves when the stream is open. */
  static async open({ origin, id, token }: Organisation): Promise<ChangeWatcher> {
    const abort = new AbortController();
    const response = await fetch(`${origin}/instance/v1/changes`, {
      headers: { authorization: `Bearer ${token}`, 'service-organisation': id },
      signal: abort.signal,
    });
    if (response.status !== 200) throw new Error(`no stream of changes: ${response.status} ${await response.text()}`);
    const watcher = new ChangeWatcher(abort);
    void watcher.read(response.body!).catch(() => undefined);
    return watcher;
  }

  close(): void {
    this.abort.abort();
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const bytes of body) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop()!;
      this.events.push(...lines.filter((line) => line.startsWith('data:')));
    }
  }
}
