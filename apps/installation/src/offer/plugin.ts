/** A plugin as this instance follows it: how far the hub's signed words on its releases have been taken in. */
import type { Problem } from '@kushk/contracts';
import type { Fact, StreamType } from '@kushk/decider';

export type PluginFact =
  | Fact<'StatusTaken', { sequence: number; version: string }>
  /** Unsigned, forged, or older than what is known: noted, and nothing else changes (contract §6). */
  | Fact<'StatementRefused', { pluginId: string; version: string; sequence: number; problems: readonly Problem[]; at: string }>;

export interface FollowedPlugin {
  /** The highest sequence taken in; 0 before the first. */
  readonly sequence: number;
}

export const pluginStream: StreamType<FollowedPlugin, PluginFact> = {
  category: 'plugin',
  initial: { sequence: 0 },
  stateVersion: 1,
  evolve: (plugin, fact) => (fact.type === 'StatusTaken' ? { sequence: fact.data.sequence } : plugin),
};

/** The hub and a developer on this instance count their words apart. */
export function pluginKey(pluginId: string, source: 'hub' | 'development'): string {
  return source === 'hub' ? pluginId : `development/${pluginId}`;
}
