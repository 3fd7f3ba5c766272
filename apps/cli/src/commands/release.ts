/** The commands `kushk release submit`, `status` and `withdraw`. */
import type { ReleaseResource } from '@kushk/contracts';
import { SOURCE_MAX_CODE_POINTS } from '@kushk/manifest';
import { pathOf, send } from '../api.js';
import { isLocalHub, publisherConnection, type Connection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { Failure, usageFailure } from '../failure.js';
import { phrase } from '../phrase.js';
import { problemLines, readText } from '../manifest-file.js';
import { RefusedByAll, sendManifest } from '../send-manifest.js';
import { printable, table, type Terminal } from '../terminal.js';
import { checkSubmission, consequenceLines, refusedByAll, type SubmissionVerdict } from './checked-submission.js';
import { fleetLines } from './fleet-lines.js';
import { afterRelease } from './next-command.js';
import { provenanceLine } from './provenance-lines.js';

/** Fields that every release contains. */
export const RELEASE_FIELDS: readonly string[] = ['plugin_id', 'version', 'status', 'warnings'];

const LOCAL_HOST = /(^|\.)localhost$|^127\.|^\[::1\]$/;

export interface ReleaseName {
  readonly pluginId: string;
  readonly version: string;
}

export interface SubmitOptions extends ConnectionFlags {
  readonly tier?: string;
  readonly notes?: string;
  readonly notesFile?: string;
  readonly ifExists?: 'fail' | 'same';
  /** Submits a release that no instance would offer. */
  readonly allowRefused?: boolean;
}

/**
 * Submits the manifest in a file for review, and prints problems and warnings with line numbers. A release that no
 * instance would offer is not sent: its version could not be used again. With `--if-exists
 * same`, a version that was already submitted with the same manifest counts as a success, so that a CI job can run
 * again.
 */
export async function submitRelease(terminal: Terminal, file: string, options: SubmitOptions): Promise<ExitCode> {
  if (options.notes !== undefined && options.notesFile !== undefined)
    throw usageFailure(phrase`use either --notes or --notes-file`);
  const connection = publisherConnection(options);
  const notes = options.notesFile === undefined ? options.notes : readText(options.notesFile);
  let submitted: unknown = null;
  let verdict: SubmissionVerdict | null = null;
  return sendManifest<ReleaseResource>(terminal, file, {
    send: async (manifest, source) => {
      submitted = manifest;
      const body = {
        manifest,
        // A longer text is submitted as JSON alone.
        ...(source.length > SOURCE_MAX_CODE_POINTS ? {} : { source }),
        ...(options.tier === undefined ? {} : { requested_tier: options.tier }),
        ...(notes === undefined ? {} : { notes }),
      };
      verdict = await terminal.withProgress(terminal.translate`Checking`, checkSubmission(terminal, connection, body));
      const refused = options.allowRefused === true ? [] : refusedByAll(verdict?.warnings ?? []);
      if (refused.length > 0) throw new RefusedByAll(refused);
      const submission = send<ReleaseResource>(connection, {
        method: 'POST',
        path: '/developer/v1/releases',
        body,
        language: terminal.language,
        expectedFields: RELEASE_FIELDS,
      });
      return await terminal.withProgress(
        terminal.translate`Submitting`,
        options.ifExists === 'same'
          ? submission.catch((failure: unknown) => existingRelease(terminal, connection, failure))
          : submission,
      );
    },
    print: (release, withLines) => {
      terminal.result(release, [
        ...releaseLines(terminal, release),
        ...problemLines(terminal, file, withLines(release.warnings)),
        ...(verdict === null || verdict.diff === null ? [] : consequenceLines(terminal, verdict)),
        ...localAddressLines(terminal, submitted),
        ...afterRelease(terminal, release, { isLocal: isLocalHub(connection.origin) }),
      ]);
    },
  });
}

/** The templates have such an address. A hub for production rejects it, another one may not. */
function localAddressLines(terminal: Terminal, manifest: unknown): readonly string[] {
  const { base_url: baseUrl } = Object(manifest) as { readonly base_url?: unknown };
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl) || !LOCAL_HOST.test(new URL(baseUrl).hostname)) return [];
  const warning = terminal.translate`base_url is ${printable(baseUrl)}, which only programs on this machine reach: for a real hub write the https address of your plugin`;
  return [terminal.paint('yellow', warning)];
}

/** Returns the release that already has this version, if its manifest is the same; else throws the failure. */
async function existingRelease(terminal: Terminal, connection: Connection, failure: unknown): Promise<ReleaseResource> {
  if (!(failure instanceof Failure) || failure.details.code !== 'catalogue.version_exists') throw failure;
  const { plugin_id: pluginId, version, same_content: isSame } = failure.details.params ?? {};
  if (isSame !== true) throw new Failure(failure.message, { ...failure.details, exitCode: EXIT.versionDiffers });
  if (!terminal.json) terminal.note(terminal.translate`this version was submitted before with the same manifest`);
  return await send<ReleaseResource>(connection, {
    method: 'GET',
    path: pathOf`/developer/v1/releases/${String(pluginId)}/${String(version)}`,
    language: terminal.language,
    expectedFields: RELEASE_FIELDS,
  });
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
    ...(release.status === 'published' ? fleetLines(terminal, release) : []),
  ];
}
