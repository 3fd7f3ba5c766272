/** The command `kushk plugin deprecate`. */
import type { Deprecation } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { publisherConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { usageFailure } from '../failure.js';
import { phrase } from '../phrase.js';
import { printable, type Terminal } from '../terminal.js';

export interface DeprecateOptions extends ConnectionFlags {
  readonly reason?: string;
  readonly successor?: string;
  readonly end?: boolean;
}

export async function deprecatePlugin(
  terminal: Terminal,
  pluginId: string,
  { reason, successor, end = false, ...flags }: DeprecateOptions,
): Promise<ExitCode> {
  if (end === (reason !== undefined) || (end && successor !== undefined))
    throw usageFailure(phrase`use either --reason, perhaps with --successor, or --end`);
  const connection = publisherConnection(flags);
  const path = pathOf`/developer/v1/plugins/${pluginId}/deprecation`;
  const { language } = terminal;
  if (end) {
    await terminal.withProgress(
      terminal.translate`Ending the deprecation`,
      send<null>(connection, { method: 'DELETE', path, language }),
    );
    terminal.result({ plugin_id: pluginId, deprecation: null }, [
      terminal.translate`${printable(pluginId)} is no longer deprecated`,
    ]);
    return EXIT.ok;
  }
  const deprecation = await terminal.withProgress(
    terminal.translate`Deprecating`,
    send<Deprecation>(connection, {
      method: 'PUT',
      path,
      body: { reason, ...(successor !== undefined && { successor }) },
      language,
      expectedFields: ['reason', 'since'],
    }),
  );
  terminal.result({ plugin_id: pluginId, deprecation }, [
    terminal.translate`${printable(pluginId)} is deprecated: stores say why, and new installations must name a version`,
  ]);
  return EXIT.ok;
}
