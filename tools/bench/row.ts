/** One row of the benchmark table: a figure and its rival or limit, measured in the same run. */
export interface Row {
  readonly name: string;
  readonly measured: number;
  /** The figure of the rival in this run, or the limit. */
  readonly rival: number;
  /** `measured / rival`; `rival / measured` where less is better. */
  readonly ratio: number;
  /** The ratio that the row must reach. */
  readonly goal: number;
  readonly unit: string;
  readonly ok: boolean;
  /** Further figures, e.g. the 99th percentile or the rival's best pool size. */
  readonly note?: string;
}
