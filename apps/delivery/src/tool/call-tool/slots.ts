/** How many calls may be under way per key and in all, and how many may stand in line per key. */
export interface Room {
  readonly perKey: number;
  readonly inAll: number;
  readonly inLinePerKey: number;
}

/**
 * Room for calls at the same time: so many per key and so many in all. Who finds none waits in line, first come
 * first served within its key; who may wait how long is the caller's business. A line has an end: each who stands in
 * it holds one of the requests that the process works on at a time, and those are for everybody. No I/O.
 */
export class Slots {
  private readonly taken = new Map<string, number>();
  private readonly waiting: { readonly key: string; readonly enter: () => void }[] = [];
  private total = 0;

  constructor(private readonly room: Room) {}

  /** Calls `enter` as soon as there is room, perhaps at once; gives back a way to leave the line before that. Null: the line is full. */
  take(key: string, enter: () => void): (() => void) | null {
    if (this.hasRoom(key)) {
      this.occupy(key);
      enter();
      return () => undefined;
    }
    if (this.waiting.filter((place) => place.key === key).length >= this.room.inLinePerKey) return null;
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
    return this.total < this.room.inAll && (this.taken.get(key) ?? 0) < this.room.perKey;
  }

  private occupy(key: string): void {
    this.taken.set(key, (this.taken.get(key) ?? 0) + 1);
    this.total += 1;
  }
}
