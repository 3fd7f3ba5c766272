/**
 * Who may send next when there is not room for all: the installation that has used the least time so far. Time is
 * what a call takes (its milliseconds of connection), not a count: a plugin that takes nine seconds per call uses up
 * its share as a thousand quick calls do. Deterministic and without I/O.
 */
export class FairShare {
  private readonly spentMs = new Map<string, number>();
  /** Share of those who are being served now; newcomers start here and cannot claim the past for themselves. */
  private floorMs = 0;

  /** Adds the milliseconds that a call has taken. Even a call of no time costs something, so that turns change. */
  charge(installationId: string, durationMs: number): void {
    this.spentMs.set(installationId, this.spent(installationId) + Math.max(1, durationMs));
  }

  /** Those who have used the least, first; equal ones in the order given. */
  order(installationIds: readonly string[]): readonly string[] {
    const ordered = installationIds
      .map((id) => ({ id, spent: this.spent(id) }))
      .sort((left, right) => left.spent - right.spent);
    const first = ordered[0];
    if (first !== undefined) this.floorMs = Math.max(this.floorMs, first.spent);
    return ordered.map(({ id }) => id);
  }

  /** Forgets who has nothing to send any more; they come back as newcomers. */
  keepOnly(isBusy: (installationId: string) => boolean): void {
    for (const id of this.spentMs.keys()) if (!isBusy(id)) this.spentMs.delete(id);
  }

  private spent(installationId: string): number {
    return Math.max(this.spentMs.get(installationId) ?? 0, this.floorMs);
  }
}
