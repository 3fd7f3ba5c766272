/**
 * Whether the publisher of a plugin has deprecated it, in the stream `deprecation-<plugin_id>`
 * (docs/reference/releases.md).
 */
import type { Deprecation, DsseEnvelope } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

/** The statement that the hub signed for the instances. `sequence` increases per plugin. */
interface SignedDeprecation {
  readonly sequence: number;
  readonly statement: DsseEnvelope;
}

export type DeprecationFact =
  | Fact<
      'PluginDeprecated',
      SignedDeprecation & { reason: string; successor: string | null; publisherId: string; by: string; at: string }
    >
  | Fact<'DeprecationEnded', SignedDeprecation & { publisherId: string; by: string; at: string }>;

/** `sequence` is 0 and the publisher null before the first statement; `current` is null while it is not deprecated. */
export interface PluginDeprecation {
  readonly publisherId: string | null;
  readonly sequence: number;
  readonly current: Deprecation | null;
}

export const deprecationStream: StreamType<PluginDeprecation, DeprecationFact> = {
  category: 'deprecation',
  factTypes: { PluginDeprecated: true, DeprecationEnded: true },
  initial: { publisherId: null, sequence: 0, current: null },
  evolve,
  stateVersion: 1,
};

function evolve(_state: PluginDeprecation, fact: DeprecationFact): PluginDeprecation {
  switch (fact.type) {
    case 'PluginDeprecated': {
      const { publisherId, sequence, reason, successor, at } = fact.data;
      return { publisherId, sequence, current: { reason, successor, since: at } };
    }
    case 'DeprecationEnded':
      return { publisherId: fact.data.publisherId, sequence: fact.data.sequence, current: null };
    default:
      return unreachable(fact);
  }
}
