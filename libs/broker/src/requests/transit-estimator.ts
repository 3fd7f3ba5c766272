/**
 * The minimum of each sender is remembered for one to two of these periods, so that a drift of clocks is followed. The
 * monotonic clock of a virtual machine stops while it is paused; until two periods have passed, all messages of this
 * sender then seem to be late.
 */
const periodMs = 30_000;
const maxSenders = 1_000;

interface Sender {
  /** The smallest difference between the receiver's and the sender's clock in this and in the last period. */
  minimum: number;
  lastMinimum: number;
  periodStartedAt: number;
}

/**
 * Estimates how long a message was on its way, without comparing clocks: the fastest message of a sender shows the
 * difference between its clock and ours, and a message that took longer has waited in a buffer for the rest. The
 * shortest transit itself, well below a millisecond in one network, counts as zero. Clocks may differ by any amount;
 * they must only run at the same speed.
 */
export class TransitEstimator {
  private readonly senders = new Map<string, Sender>();

  /**
   * Returns by how many milliseconds the message took longer than the fastest one of its sender. `sentAt` and
   * `receivedAt` are monotonic clock readings in milliseconds, each of its own host.
   */
  delayMs(sender: string, sentAt: number, receivedAt: number): number {
    const difference = receivedAt - sentAt;
    const known = this.senders.get(sender);
    if (known === undefined) {
      this.add(sender, { minimum: difference, lastMinimum: difference, periodStartedAt: receivedAt });
      return 0;
    }
    if (receivedAt - known.periodStartedAt >= periodMs) {
      known.lastMinimum = known.minimum;
      known.minimum = difference;
      known.periodStartedAt = receivedAt;
    }
    known.minimum = Math.min(known.minimum, difference);
    return difference - Math.min(known.minimum, known.lastMinimum);
  }

  private add(sender: string, entry: Sender): void {
    const [oldest] = this.senders.keys();
    if (this.senders.size >= maxSenders && oldest !== undefined) this.senders.delete(oldest);
    this.senders.set(sender, entry);
  }
}
