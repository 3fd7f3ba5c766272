/**
 * The stream of one plugin, `plugin-<plugin_id>`: whose it is, which versions the fleet may offer, and the
 * rising number under which the hub signs each of its words on a status (contract §6).
 */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import { newest } from '@kushk/manifest';

export type Plugin =
  | { readonly status: 'absent' }
  | {
      readonly status: 'owned';
      readonly publisherId: string;
      readonly sequence: number;
      readonly published: readonly string[];
    };

export type PluginClaimed = Fact<'PluginClaimed', { readonly publisherId: string; readonly at: string }>;
/** The hub has signed its `sequence`-th statement on this plugin. */
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
      if (state.status === 'absent') throw new Error('a statement was issued on a plugin that nobody owns');
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
  initial: { status: 'absent' },
  evolve,
  stateVersion: 1,
};

/** The newest published version: the highest SemVer without pre-release (contract §5), null when there is none. */
export function newestPublished(plugin: Plugin): string | null {
  return plugin.status === 'absent' ? null : newest(plugin.published);
}
