/** Whether a plugin is deprecated, by the last statement of the hub. The stream is that of one plugin. */
import type { Deprecation } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export type DeprecationFact =
  | Fact<'DeprecationAccepted', { sequence: number; deprecation: Deprecation; at: string }>
  | Fact<'DeprecationEnded', { sequence: number; at: string }>;

/** `sequence` is 0 before the first statement; `current` is null while the plugin is not deprecated. */
export interface PluginDeprecation {
  readonly sequence: number;
  readonly current: Deprecation | null;
}

export const deprecationStream: StreamType<PluginDeprecation, DeprecationFact> = {
  category: 'deprecation',
  factTypes: { DeprecationAccepted: true, DeprecationEnded: true },
  initial: { sequence: 0, current: null },
  stateVersion: 1,
  evolve: (_state, fact) => {
    switch (fact.type) {
      case 'DeprecationAccepted':
        return { sequence: fact.data.sequence, current: fact.data.deprecation };
      case 'DeprecationEnded':
        return { sequence: fact.data.sequence, current: null };
      default:
        return unreachable(fact);
    }
  },
};
