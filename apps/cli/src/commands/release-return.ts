/** The command `kushk release return`. */
import type { ReleaseReturn } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { publisherConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { printable, type Terminal } from '../terminal.js';
import { afterRelease } from './next-command.js';
import { releaseLines, type ReleaseName } from './release.js';

export interface ReturnOptions extends ConnectionFlags {
  readonly as: string;
  readonly reason: string;
  readonly dryRun?: boolean;
}

export async function returnRelease(
  terminal: Terminal,
  { pluginId, version: from }: ReleaseName,
  { as: version, reason, dryRun: isDryRun = false, ...flags }: ReturnOptions,
): Promise<ExitCode> {
  const made = await terminal.withProgress(
    isDryRun ? terminal.translate`Checking` : terminal.translate`Returning`,
    send<ReleaseReturn>(publisherConnection(flags), {
      method: 'POST',
      path: pathOf`/developer/v1/releases/${pluginId}/${from}/return`,
      body: { version, reason, ...(isDryRun && { dry_run: true }) },
      language: terminal.language,
      expectedFields: ['from', 'losses', 'release'],
    }),
  );
  terminal.result(made, [...returnLines(terminal, made), ...releaseOf(terminal, made)]);
  return EXIT.ok;
}

function returnLines(terminal: Terminal, made: ReleaseReturn): readonly string[] {
  const { settings, record_types } = made.losses;
  const present = printable(made.present);
  const loss = (text: string) => `  ${terminal.paint('yellow', text)}`;
  return [
    made.approval === 'automatic'
      ? terminal.translate`${printable(made.version)} has the content of ${printable(made.from)}, as its reviewer approved it`
      : terminal.translate`${printable(made.version)} has the content of ${printable(made.from)}; on this hub a reviewer decides on it first`,
    ...(settings.length === 0
      ? []
      : [loss(terminal.translate`settings of ${present} that it does not have: ${printable(settings.join(', '))}`)]),
    ...(record_types.length === 0
      ? []
      : [loss(terminal.translate`records of ${present} that it does not have: ${printable(record_types.join(', '))}`)]),
    terminal.translate`each installation that needs no consent for it moves by itself; the others wait for their admin`,
  ];
}

function releaseOf(terminal: Terminal, { release }: ReleaseReturn): readonly string[] {
  if (release === null) return [terminal.translate`nothing is stored yet: run it again without --dry-run`];
  return [...releaseLines(terminal, release), ...afterRelease(terminal, release)];
}
