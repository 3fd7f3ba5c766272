/**
 * The event stream of one plugin, `plugin-<plugin_id>`: its publisher, its published versions, and the rising
 * sequence number of the statements that the hub signs about its releases (docs/reference/releases.md).
 */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import { newestVersion } from '@kushk/manifest';

export interface OwnedPlugin {
  readonly status: 'owned';
  readonly publisherId: string;
  /** Sequence number of the latest signed statement; 0 before the first one. */
  readonly sequence: number;
  readonly published: readonly string[];
}
export type Plugin = { readonly status: 'absent' } | OwnedPlugin;

export type PluginClaimed = Fact<'PluginClaimed', { readonly publisherId: string; readonly at: string }>;
/** The hub signed the statement with this sequence number about a release of the plugin. */
export type StatementIssued = Fact<
  'StatementIssued',
  {
    readonly sequence: number;
    readonly version: string;
    readonly status: 'published' | 'suspended' | 'withdrawn';
    readonly at: string;
  }
>;
export type PluginFact = PluginClaimed | StatementIssued;

function evolve(state: Plugin, fact: PluginFact): Plugin {
  switch (fact.type) {
    case 'PluginClaimed':
      return { status: 'owned', publisherId: fact.data.publisherId, sequence: 0, published: [] };
    case 'StatementIssued': {
      if (state.status === 'absent') throw new Error('StatementIssued on a plugin without a publisher');
      const { version, status, sequence } = fact.data;
      const others = state.published.filter((each) => each !== version);
      return { ...state, sequence, published: status === 'published' ? [...others, version] : others };
    }
    default:
      return unreachable(fact);
  }
}

export const pluginStream: StreamType<Plugin, PluginFact> = {
  category: 'plugin',
  factTypes: { PluginClaimed: true, StatementIssued: true },
  initial: { status: 'absent' },
  evolve,
  stateVersion: 1,
};

/** Returns the published version with the highest SemVer precedence, pre-releases excluded; null when there is none. */
export function newestPublished(plugin: Plugin): string | null {
  return plugin.status === 'absent' ? null : newestVersion(plugin.published);
}

/**
 * Returns the plugin of an existing release. The parameter type lists the statuses, so a new status causes a compile
 * error in every decision that calls this function.
 */
export function requireOwned(plugin: Extract<Plugin, { status: 'absent' | 'owned' }>): OwnedPlugin {
  if (plugin.status === 'absent') throw new Error('a release cannot exist without its plugin');
  return plugin;
}
