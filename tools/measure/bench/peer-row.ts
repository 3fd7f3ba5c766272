import { medianByRatio } from './median-by-ratio.js';
import type { Row } from './row.js';
import { number } from './run-rows.js';

/** One window of one side. */
export interface Side {
  readonly perSecond: number;
  /** Processor time of one unit of work over all processes of the side, in microseconds. */
  readonly cpuUs: number;
}
/** Windows that follow each other, because the speed of a shared machine changes within seconds. */
export interface Pair {
  readonly ours: Side;
  readonly peer: Side;
}

/**
 * A row against a package that people would use instead: how many times our processor time of one unit of work it
 * uses. `guarantees` says what it does and does not guarantee, because a peer that does less should also cost less.
 */
export function peerRow(name: string, pairs: readonly Pair[], guarantees: string): Row {
  const { median, ratio, note } = medianByRatio(pairs, ({ ours, peer }) => peer.cpuUs / ours.cpuUs);
  const { ours, peer } = median;
  return {
    name,
    measured: ours.cpuUs,
    rival: peer.cpuUs,
    ratio,
    goal: 1,
    unit: 'µs',
    ok: ratio >= 1,
    note: `${note}; ${number(ours.perSecond)}/s, peer ${number(peer.perSecond)}/s; ${guarantees}`,
  };
}
