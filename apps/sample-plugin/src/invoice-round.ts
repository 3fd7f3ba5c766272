/** Keeps the desks at work: at once when something has changed, and every few seconds for files that were put into the folder. */
import { KushkError, KushkUnreachable, type Plugin } from '@kushk/plugin-sdk';
import { InvoiceDesk, type Log } from './invoice-desk.js';
import type { InvoiceFiles } from './invoice-files.js';

export interface RoundOptions {
  readonly plugin: () => Plugin;
  readonly files: InvoiceFiles;
  readonly log: Log;
  /** How often the folder is looked at. */
  readonly everyMs: number;
}

/** Pause after a refusal that a person or time must lift, e.g. MU that do not suffice; doubles up to the longest. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

interface Place {
  readonly desk: InvoiceDesk;
  pauseMs: number;
  notBefore: number;
  busy: boolean;
  again: boolean;
}

export class InvoiceRound {
  private readonly places = new Map<string, Place>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: RoundOptions) {}

  start(): void {
    this.timer = setInterval(() => void this.look(), this.options.everyMs);
    void this.look();
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }

  /** Something has changed for this installation: settings, plan, MU, a file handed in. */
  wake(installationId: string): void {
    const place = this.places.get(installationId);
    if (place !== undefined) Object.assign(place, { notBefore: 0, pauseMs: FIRST_PAUSE_MS });
    void this.work(installationId);
  }

  /** The same, and what was decided under the settings before is decided anew. */
  reconsider(installationId: string): void {
    this.places.get(installationId)?.desk.reconsider();
    this.wake(installationId);
  }

  forget(installationId: string): void {
    this.places.delete(installationId);
  }

  async desk(installationId: string): Promise<InvoiceDesk> {
    return (await this.place(installationId)).desk;
  }

  private async look(): Promise<void> {
    try {
      for (const { installation_id: id } of await this.options.plugin().installations()) void this.work(id);
    } catch (error) {
      this.options.log('round_failed', { error: String(error) });
    }
  }

  private async work(installationId: string): Promise<void> {
    try {
      const place = await this.place(installationId);
      if (place.busy) place.again = true;
      if (place.busy || Date.now() < place.notBefore) return;
      place.busy = true;
      do {
        place.again = false;
        await this.turn(installationId, place);
      } while (place.again);
      place.busy = false;
    } catch (error) {
      this.options.log('round_failed', { installation_id: installationId, error: String(error) });
    }
  }

  private async turn(installationId: string, place: Place): Promise<void> {
    try {
      await place.desk.work(await this.options.files.of(installationId));
      place.pauseMs = FIRST_PAUSE_MS;
    } catch (error) {
      place.notBefore = Date.now() + place.pauseMs;
      place.pauseMs = Math.min(place.pauseMs * 2, LONGEST_PAUSE_MS);
      const expected = error instanceof KushkError || error instanceof KushkUnreachable;
      this.options.log('work_stopped', {
        installation_id: installationId,
        reason: error instanceof KushkError ? error.code : expected ? 'unreachable' : String(error),
      });
    }
  }

  private async place(installationId: string): Promise<Place> {
    let place = this.places.get(installationId);
    if (place === undefined) {
      const client = await this.options.plugin().client(installationId);
      place = this.places.get(installationId) ?? {
        desk: new InvoiceDesk(client, (event, facts) => {
          this.options.log(event, { installation_id: installationId, ...facts });
        }),
        pauseMs: FIRST_PAUSE_MS,
        notBefore: 0,
        busy: false,
        again: false,
      };
      this.places.set(installationId, place);
    }
    return place;
  }
}
