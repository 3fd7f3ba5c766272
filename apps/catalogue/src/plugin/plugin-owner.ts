import { refuse, type Refused } from '@kushk/decider';

/** Whether the plugin exists and belongs to the publisher. */
export function isOwnedBy(
  plugin: { readonly status: 'absent' } | { readonly status: 'owned'; readonly publisherId: string },
  publisherId: string,
): boolean {
  return plugin.status === 'owned' && plugin.publisherId === publisherId;
}

/** The same for an unknown plugin and for one of another publisher. */
export function pluginNotFound(pluginId: string): Refused {
  return refuse('catalogue.plugin_not_found', { plugin_id: pluginId });
}
