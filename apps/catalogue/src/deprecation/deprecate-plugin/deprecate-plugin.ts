/**
 * A publisher deprecates its plugin, with a reason and perhaps a successor. Stores show both, and new installations
 * must name a version. Existing installations do not change.
 */
import { freeTextProblems, NOTES_MAX_CODE_POINTS, type Deprecation } from '@kushk/contracts';
import { accept, refuse, type Decision } from '@kushk/decider';
import { isOwnedBy, pluginNotFound } from '../../plugin/plugin-owner.js';
import type { Plugin } from '../../plugin/plugin.js';
import type { DeprecationFact, PluginDeprecation } from '../deprecation.js';
import { signedDeprecation, type DeprecationChange } from '../deprecation-change.js';

export interface DeprecatePlugin extends DeprecationChange {
  readonly reason: string;
  readonly successor: string | null;
  /** The publisher of the successor; null when there is no such plugin. */
  readonly successorOwner: string | null;
}
export interface DeprecationStates {
  readonly plugin: Plugin;
  readonly deprecation: PluginDeprecation;
}

/**
 * Rejects with `request.invalid` (reason), `catalogue.plugin_not_found` or `catalogue.successor_invalid`: the successor
 * is the plugin itself, unknown, or of another publisher, which look alike. The same deprecation again changes nothing.
 */
export function deprecatePlugin(
  command: DeprecatePlugin,
  { plugin, deprecation }: DeprecationStates,
): Decision<{ deprecation: readonly DeprecationFact[] }, Deprecation> {
  const { publisherId, pluginId, reason, successor, successorOwner, by, at } = command;
  const problems = freeTextProblems('/reason', reason, { required: true, maxCodePoints: NOTES_MAX_CODE_POINTS });
  if (problems.length > 0) return refuse('request.invalid', { problems });
  if (!isOwnedBy(plugin, publisherId)) return pluginNotFound(pluginId);
  if (successor !== null && (successor === pluginId || successorOwner !== publisherId))
    return refuse('catalogue.successor_invalid', { successor });
  const { current } = deprecation;
  if (current !== null && current.reason === reason && current.successor === successor)
    return accept({ deprecation: [] }, current);
  const signed = signedDeprecation(command, deprecation, { reason, successor });
  return accept(
    { deprecation: [{ type: 'PluginDeprecated', data: { ...signed, reason, successor, publisherId, by, at } }] },
    { reason, successor, since: at },
  );
}
