/** The commands `kushk release status` and `withdraw`. */
import type { ReleaseResource } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { isLocalHub, publisherConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { printable, table, type Terminal } from '../terminal.js';
import { conversationLines } from './conversation-lines.js';
import { fleetLines } from './fleet-lines.js';
import { rolloutLines } from './rollout-stages.js';
import { afterRelease } from './next-command.js';
import { provenanceLine } from './provenance-lines.js';

/** Fields that every release contains. */
export const RELEASE_FIELDS: readonly string[] = ['plugin_id', 'version', 'status', 'warnings'];

export interface ReleaseName {
  readonly pluginId: string;
  readonly version: string;
}

export async function showRelease(
  terminal: Terminal,
  { pluginId, version }: ReleaseName,
  options: ConnectionFlags,
): Promise<ExitCode> {
  const connection = publisherConnection(options);
  const release = await terminal.withProgress(
    terminal.translate`Reading`,
    send<ReleaseResource>(connection, {
      method: 'GET',
      path: pathOf`/developer/v1/releases/${pluginId}/${version}`,
      language: terminal.language,
      expectedFields: RELEASE_FIELDS,
    }),
  );
  terminal.result(release, [
    ...releaseLines(terminal, release),
    ...afterRelease(terminal, release, { isLocal: isLocalHub(connection.origin) }),
  ]);
  return EXIT.ok;
}

export interface WithdrawOptions extends ConnectionFlags {
  readonly reason: string;
}

export async function withdrawRelease(
  terminal: Terminal,
  { pluginId, version }: ReleaseName,
  options: WithdrawOptions,
): Promise<ExitCode> {
  const release = await terminal.withProgress(
    terminal.translate`Withdrawing`,
    send<ReleaseResource>(publisherConnection(options), {
      method: 'POST',
      path: pathOf`/developer/v1/releases/${pluginId}/${version}/withdraw`,
      body: { reason: options.reason },
      language: terminal.language,
      expectedFields: RELEASE_FIELDS,
    }),
  );
  terminal.result(release, [...releaseLines(terminal, release), ...afterRelease(terminal, release)]);
  return EXIT.ok;
}

/** Formats the name of a release for people. */
export function releaseName({ plugin_id, version }: Pick<ReleaseResource, 'plugin_id' | 'version'>): string {
  return printable(`${plugin_id}@${version}`);
}

/** Lists the status of a release and its other fields that have a value, one per line. */
export function releaseLines(terminal: Terminal, release: ReleaseResource): string[] {
  const fields: (readonly [string, string | null])[] = [
    [terminal.translate`tier`, release.tier],
    [terminal.translate`submitted`, release.submitted_at],
    [terminal.translate`decided`, release.decided_at],
    [terminal.translate`published`, release.published_at],
    [terminal.translate`review notes`, release.review_notes],
    [terminal.translate`status reason`, release.status_reason],
    [terminal.translate`manifest`, release.manifest_digest],
  ];
  const rows = fields.flatMap(([name, value]) => (value === null || value === '' ? [] : [[`  ${name}`, value]]));
  return [
    terminal.translate`${releaseName(release)} is ${terminal.paint('bold', printable(release.status))}`,
    ...table(rows),
    ...provenanceLine(terminal, release.provenance),
    ...conversationLines(terminal, release),
    ...(release.status === 'published' ? [...fleetLines(terminal, release), ...rolloutLines(terminal, release)] : []),
  ];
}
