/** Processes the invoices of all installations: immediately after a change, and every few seconds for new files. */
import { KushkError, KushkUnreachable, type Plugin } from '@kushk/plugin-sdk';
import type { InvoiceFiles } from './invoice-files.js';
import { InvoiceProcessor, type Log } from './invoice-processor.js';

export interface InvoicePollerOptions {
  /** Returns the plugin. This is a function because the plugin and the poller depend on each other. */
  readonly plugin: () => Plugin;
  readonly files: InvoiceFiles;
  readonly log: Log;
  readonly intervalMs: number;
}

/**
 * The first backoff delay after a failure that the plugin cannot fix, such as a low balance. The delay doubles each
 * time.
 */
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;

interface InstallationWork {
  readonly processor: InvoiceProcessor;
  pauseMs: number;
  pausedUntilMs: number;
  isRunning: boolean;
  /** A change arrived while the invoices were being processed, so they are processed again. */
  isRequested: boolean;
}

export class InvoicePoller {
  private readonly workByInstallation = new Map<string, InstallationWork>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: InvoicePollerOptions) {}

  start(): void {
    this.timer = setInterval(() => void this.poll(), this.options.intervalMs);
    void this.poll();
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }

  /** Must be called after any change to an installation. Ends the backoff delay and processes the files. */
  notify(installationId: string): void {
    const work = this.workByInstallation.get(installationId);
    if (work !== undefined) Object.assign(work, { pausedUntilMs: 0, pauseMs: FIRST_PAUSE_MS });
    void this.run(installationId);
  }

  /** Must be called after a change of the settings, the plan or the scopes. Processes all files again. */
  reload(installationId: string): void {
    this.workByInstallation.get(installationId)?.processor.reload();
    this.notify(installationId);
  }

  /** Discards the client and the cache of an installation that was removed or has new credentials. */
  forget(installationId: string): void {
    this.workByInstallation.delete(installationId);
  }

  async processorOf(installationId: string): Promise<InvoiceProcessor> {
    return (await this.workOf(installationId)).processor;
  }

  private async poll(): Promise<void> {
    try {
      const installations = await this.options.plugin().installations();
      for (const { installation_id: installationId } of installations) void this.run(installationId);
    } catch (error) {
      this.options.log('poll_failed', { error: String(error) });
    }
  }

  private async run(installationId: string): Promise<void> {
    try {
      const work = await this.workOf(installationId);
      if (work.isRunning) work.isRequested = true;
      if (work.isRunning || Date.now() < work.pausedUntilMs) return;
      work.isRunning = true;
      do {
        work.isRequested = false;
        await this.processFiles(installationId, work);
      } while (work.isRequested);
      work.isRunning = false;
    } catch (error) {
      this.options.log('poll_failed', { installation_id: installationId, error: String(error) });
    }
  }

  private async processFiles(installationId: string, work: InstallationWork): Promise<void> {
    try {
      await work.processor.process(await this.options.files.of(installationId));
      work.pauseMs = FIRST_PAUSE_MS;
    } catch (error) {
      work.pausedUntilMs = Date.now() + work.pauseMs;
      work.pauseMs = Math.min(work.pauseMs * 2, MAX_PAUSE_MS);
      this.options.log('processing_paused', { installation_id: installationId, reason: reasonOf(error) });
    }
  }

  private async workOf(installationId: string): Promise<InstallationWork> {
    const known = this.workByInstallation.get(installationId);
    if (known !== undefined) return known;
    const client = await this.options.plugin().client(installationId);
    const log: Log = (event, fields) => this.options.log(event, { installation_id: installationId, ...fields });
    // Another call may have created the entry while this call waited for the client.
    const work = this.workByInstallation.get(installationId) ?? {
      processor: new InvoiceProcessor(client, log),
      pauseMs: FIRST_PAUSE_MS,
      pausedUntilMs: 0,
      isRunning: false,
      isRequested: false,
    };
    this.workByInstallation.set(installationId, work);
    return work;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof KushkError) return error.code;
  return error instanceof KushkUnreachable ? 'unreachable' : String(error);
}
