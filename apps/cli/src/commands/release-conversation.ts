/** The commands `kushk release comment` and `appeal`. */
import type { ReleaseComment, ReleaseResource } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { publisherConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Terminal } from '../terminal.js';
import { RELEASE_FIELDS, releaseLines, type ReleaseName } from './release.js';

export interface CommentOptions extends ConnectionFlags {
  readonly text: string;
  /** A JSON Pointer into the manifest. */
  readonly path?: string;
}
export interface AppealOptions extends ConnectionFlags {
  readonly text: string;
}

export async function commentOnRelease(
  terminal: Terminal,
  { pluginId, version }: ReleaseName,
  options: CommentOptions,
): Promise<ExitCode> {
  const comment = await terminal.withProgress(
    terminal.translate`Sending`,
    send<ReleaseComment>(publisherConnection(options), {
      method: 'POST',
      path: pathOf`/developer/v1/releases/${pluginId}/${version}/comments`,
      body: { text: options.text, ...(options.path === undefined ? {} : { path: options.path }) },
      language: terminal.language,
      expectedFields: ['id', 'at', 'text'],
    }),
  );
  terminal.result(comment, [terminal.translate`the reviewer reads it with the release`]);
  return EXIT.ok;
}

export async function appealRejection(
  terminal: Terminal,
  { pluginId, version }: ReleaseName,
  options: AppealOptions,
): Promise<ExitCode> {
  const release = await terminal.withProgress(
    terminal.translate`Sending`,
    send<ReleaseResource>(publisherConnection(options), {
      method: 'POST',
      path: pathOf`/developer/v1/releases/${pluginId}/${version}/appeal`,
      body: { text: options.text },
      language: terminal.language,
      expectedFields: RELEASE_FIELDS,
    }),
  );
  terminal.result(release, [
    ...releaseLines(terminal, release),
    terminal.translate`another reviewer than the one who rejected it decides now`,
  ]);
  return EXIT.ok;
}
