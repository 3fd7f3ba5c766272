/** Joins the lines of one event-loop turn into batches, by their receiver. */
import { batchLimits } from './batch-format.js';

/** Bounds of a batch: see `batchLimits`. */
export type LineLimits = Pick<typeof batchLimits, 'lines' | 'characters'>;

export interface LineBatch<Line> {
  readonly key: string;
  readonly lines: readonly Line[];
}

/** The waiting lines of this turn. A turn without lines costs nothing. */
export class LineBatches<Line> {
  private waiting = new Map<string, { lines: Line[]; characters: number }[]>();

  /** `onFirst` is called for the first line after `take`. */
  constructor(
    private readonly onFirst: () => void,
    private readonly limits: LineLimits = batchLimits,
  ) {}

  /** `characters` is the length of the line. */
  add(key: string, line: Line, characters: number): void {
    if (this.waiting.size === 0) this.onFirst();
    let batches = this.waiting.get(key);
    if (batches === undefined) this.waiting.set(key, (batches = []));
    const last = batches.at(-1);
    const fits =
      last !== undefined &&
      last.lines.length < this.limits.lines &&
      last.characters + characters <= this.limits.characters;
    if (!fits) {
      batches.push({ lines: [line], characters });
      return;
    }
    last.lines.push(line);
    last.characters += characters;
  }

  /** Returns the batches of this turn, in the order in which their lines were added per key. */
  take(): LineBatch<Line>[] {
    const taken = this.waiting;
    this.waiting = new Map();
    return [...taken].flatMap(([key, batches]) => batches.map(({ lines }) => ({ key, lines })));
  }
}
