/** A publisher ends the deprecation of its plugin. To end it again changes nothing. */
import { accept, type Decision } from '@kushk/decider';
import { isOwnedBy, pluginNotFound } from '../../plugin/plugin-owner.js';
import type { Plugin } from '../../plugin/plugin.js';
import type { DeprecationFact, PluginDeprecation } from '../deprecation.js';
import { signedDeprecation, type DeprecationChange } from '../deprecation-change.js';

/** Rejects with `catalogue.plugin_not_found`, also for a plugin of another publisher. */
export function endDeprecation(
  command: DeprecationChange,
  { plugin, deprecation }: { readonly plugin: Plugin; readonly deprecation: PluginDeprecation },
): Decision<{ deprecation: readonly DeprecationFact[] }, null> {
  const { publisherId, pluginId, by, at } = command;
  if (!isOwnedBy(plugin, publisherId)) return pluginNotFound(pluginId);
  if (deprecation.current === null) return accept({ deprecation: [] }, null);
  const signed = signedDeprecation(command, deprecation, null);
  return accept({ deprecation: [{ type: 'DeprecationEnded', data: { ...signed, publisherId, by, at } }] }, null);
}
