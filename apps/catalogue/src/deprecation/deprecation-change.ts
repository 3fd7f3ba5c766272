/** The common parts of the two commands: the streams, and the statement that the hub signs for the instances. */
import type { DsseEnvelope } from '@kushk/contracts';
import type { DeprecationStatement } from '@kushk/credentials';
import type { PluginDeprecation } from './deprecation.js';

export interface DeprecationChange {
  readonly publisherId: string;
  readonly pluginId: string;
  readonly by: string;
  readonly at: string;
  readonly sign: (statement: DeprecationStatement) => DsseEnvelope;
}

/** Signs with the plugin's next sequence number, as for the status of a release (`issueStatement`). */
export function signedDeprecation(
  { pluginId, at, sign }: DeprecationChange,
  { sequence: last }: Pick<PluginDeprecation, 'sequence'>,
  deprecation: DeprecationStatement['deprecation'],
): { readonly sequence: number; readonly statement: DsseEnvelope } {
  const sequence = Math.max(last + 1, Date.parse(at));
  return { sequence, statement: sign({ plugin_id: pluginId, deprecation, sequence, at }) };
}
