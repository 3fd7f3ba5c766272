/** Notices when a port that another program has is free again. */
import { isListening } from './plugin-process.js';

const POLL_MS = 1_000;

export class PortWait {
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly onFree: () => void) {}

  get isWaiting(): boolean {
    return this.timer !== null;
  }

  /** Calls `onFree` once, as soon as nothing listens at the address, unless `stop` comes first. */
  start(address: string): void {
    this.stop();
    const timer = setInterval(() => void this.look(address, timer), POLL_MS);
    this.timer = timer;
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }

  private async look(address: string, timer: NodeJS.Timeout): Promise<void> {
    if ((await isListening(address)) || this.timer !== timer) return;
    this.stop();
    this.onFree();
  }
}
