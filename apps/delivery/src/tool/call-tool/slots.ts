/**
 * Room for calls at the same time: so many per key and so many in all. Who finds none waits in line, first come
 * first served within its key; who may wait how long is the caller's business. No I/O.
 */
export class Slots {
  private readonly taken = new Map<string, number>();
  private readonly waiting: { readonly key: string; readonly enter: () => void }[] = [];
  private total = 0;

  constructor(
    private readonly perKey: number,
    private readonly inAll: number,
  ) {}

  /** Calls `enter` as soon as there is room, perhaps at once; gives back a way to leave the line before that. */
  take(key: string, enter: () => void): () => void {
    if (this.hasRoom(key)) {
      this.occupy(key);
      enter();
      return () => undefined;
    }
    const place = { key, enter };
    this.waiting.push(place);
    return () => {
      const index = this.waiting.indexOf(place);
      if (index >= 0) this.waiting.splice(index, 1);
    };
  }

  /** Gives room back; the first in line that fits enters. */
  release(key: string): void {
    const left = (this.taken.get(key) ?? 0) - 1;
    if (left <= 0) this.taken.delete(key);
    else this.taken.set(key, left);
    this.total -= 1;
    const index = this.waiting.findIndex((place) => this.hasRoom(place.key));
    const [next] = index >= 0 ? this.waiting.splice(index, 1) : [];
    if (next === undefined) return;
    this.occupy(next.key);
    next.enter();
  }

  private hasRoom(key: string): boolean {
    return this.total < this.inAll && (this.taken.get(key) ?? 0) < this.perKey;
  }

  private occupy(key: string): void {
    this.taken.set(key, (this.taken.get(key) ?? 0) + 1);
    this.total += 1;
  }
}
