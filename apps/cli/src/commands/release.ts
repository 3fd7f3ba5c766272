/** `kushk release …`: what a publisher's CI does with a release. */
import type { ReleaseResource } from '@kushk/contracts';
import { ask, pathOf } from '../api.js';
import { asPublisher, type Connection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { Failure, usageFailure } from '../failure.js';
import { problemLines, readText } from '../manifest-file.js';
import { sendManifest } from '../manifest-sending.js';
import { shown, table, type Terminal } from '../terminal.js';

/** By these an answer is known to be a release. */
export const RELEASE: readonly string[] = ['plugin_id', 'version', 'status', 'warnings'];

export interface SubmitOptions extends ConnectionFlags {
  readonly tier?: string;
  readonly notes?: string;
  readonly notesFile?: string;
  readonly ifExists?: 'fail' | 'same';
}

/**
 * Sends the manifest of a file for review; shows the service's problems and warnings at their lines. With
 * `--if-exists same` a version that was submitted before with the same manifest is no failure: a job can run again.
 */
export async function submitRelease(terminal: Terminal, file: string, options: SubmitOptions): Promise<ExitCode> {
  if (options.notes !== undefined && options.notesFile !== undefined)
    throw usageFailure('give --notes or --notes-file, not both');
  const connection = asPublisher(options);
  const notes = options.notesFile === undefined ? options.notes : readText(options.notesFile);
  return sendManifest<ReleaseResource>(terminal, file, {
    send: (manifest) => {
      const body = {
        manifest,
        ...(options.tier === undefined ? {} : { requested_tier: options.tier }),
        ...(notes === undefined ? {} : { notes }),
      };
      const submitting = ask<ReleaseResource>(connection, {
        method: 'POST',
        path: '/developer/v1/releases',
        body,
        language: terminal.language,
        holding: RELEASE,
      });
      return terminal.whileWaiting(
        'Submitting',
        options.ifExists === 'same'
          ? submitting.catch((failure: unknown) => theSame(terminal, connection, failure))
          : submitting,
      );
    },
    show: (release, atLines) => {
      terminal.result(release, [
        ...releaseLines(terminal, release),
        ...problemLines(terminal, file, atLines(release.warnings)),
      ]);
    },
  });
}

/** The release that took this version, where its manifest is the one that was sent. */
async function theSame(terminal: Terminal, connection: Connection, failure: unknown): Promise<ReleaseResource> {
  if (!(failure instanceof Failure) || failure.details.code !== 'catalogue.version_exists') throw failure;
  const { plugin_id: pluginId, version, same_content: isSame } = failure.details.params ?? {};
  if (isSame !== true) throw new Failure(failure.message, { ...failure.details, exitCode: EXIT.versionDiffers });
  if (!terminal.json) terminal.note('this version was submitted before, with the same manifest');
  return await ask<ReleaseResource>(connection, {
    method: 'GET',
    path: pathOf`/developer/v1/releases/${String(pluginId)}/${String(version)}`,
    language: terminal.language,
    holding: RELEASE,
  });
}

export async function showRelease(
  terminal: Terminal,
  pluginId: string,
  version: string,
  options: ConnectionFlags,
): Promise<ExitCode> {
  const path = pathOf`/developer/v1/releases/${pluginId}/${version}`;
  const release = await terminal.whileWaiting(
    'Asking',
    ask<ReleaseResource>(asPublisher(options), { method: 'GET', path, language: terminal.language, holding: RELEASE }),
  );
  terminal.result(release, releaseLines(terminal, release));
  return EXIT.ok;
}

export interface WithdrawOptions extends ConnectionFlags {
  readonly reason: string;
}

export async function withdrawRelease(
  terminal: Terminal,
  pluginId: string,
  version: string,
  options: WithdrawOptions,
): Promise<ExitCode> {
  const path = pathOf`/developer/v1/releases/${pluginId}/${version}/withdraw`;
  const question = {
    method: 'POST',
    path,
    body: { reason: options.reason },
    language: terminal.language,
    holding: RELEASE,
  } as const;
  const release = await terminal.whileWaiting('Withdrawing', ask<ReleaseResource>(asPublisher(options), question));
  terminal.result(release, releaseLines(terminal, release));
  return EXIT.ok;
}

/** What a release is and what was said about it, one fact per line. */
export function releaseLines(terminal: Terminal, release: ReleaseResource): string[] {
  const about: (readonly [string, string | null])[] = [
    ['tier', release.tier],
    ['submitted', release.submitted_at],
    ['decided', release.decided_at],
    ['published', release.published_at],
    ['review notes', release.review_notes],
    ['status reason', release.status_reason],
    ['manifest', release.manifest_digest],
  ];
  const known = about.flatMap(([name, value]) => (value === null || value === '' ? [] : [[`  ${name}`, value]]));
  return [
    `${shown(`${release.plugin_id}@${release.version}`)} is ${terminal.paint('bold', shown(release.status))}`,
    ...table(known),
  ];
}
