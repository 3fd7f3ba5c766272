/** One row of the benchmark table: a figure of ours beside its rival or limit, measured in the same run. */
export interface Row {
  readonly name: string;
  readonly measured: number;
  /** What the same machine gave the rival in this run; for a limit in its own unit, the limit. */
  readonly rival: number;
  /** `measured / rival`; where less is better, `rival / measured`. */
  readonly ratio: number;
  /** The ratio that has to be reached. */
  readonly goal: number;
  readonly unit: string;
  readonly ok: boolean;
  /** What else was seen, e.g. the 99th percentile or the rival's best pool size. */
  readonly note?: string;
}
