/**
 * One row of the benchmark table: a measured figure, compared with a rival that was measured in the same run, or with
 * a limit.
 */
export interface Row {
  readonly name: string;
  readonly measured: number;
  /** The rival's figure in this run, or the limit. */
  readonly rival: number;
  /** `measured / rival`, or `rival / measured` when a lower figure is better. */
  readonly ratio: number;
  /** The ratio that the row must reach. */
  readonly goal: number;
  readonly unit: string;
  readonly ok: boolean;
  /**
   * Processor time of one unit of work over all processes of each side, in microseconds. Its ratio holds between
   * machines, where the ratio of throughputs depends on what each side waits for.
   */
  readonly cpuUs?: { readonly ours: number; readonly rival: number };
  /** Additional figures, for example the 99th percentile or the rival's best pool size. */
  readonly note?: string;
}
