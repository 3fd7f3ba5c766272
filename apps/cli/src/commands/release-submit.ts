/** The command `kushk release submit`. */
import type { ReleaseResource } from '@kushk/contracts';
import { SOURCE_MAX_CODE_POINTS } from '@kushk/manifest';
import { pathOf, send } from '../api.js';
import { isLocalHub, type Connection } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { Failure, usageFailure } from '../failure.js';
import { phrase } from '../phrase.js';
import { problemLines, readText } from '../manifest-file.js';
import { publisherAccess, type OidcOptions, type PublisherAccess } from '../publisher-access.js';
import { RefusedByAll, sendManifest } from '../send-manifest.js';
import { printable, type Terminal } from '../terminal.js';
import { checkSubmission, consequenceLines, refusedByAll, type SubmissionVerdict } from './checked-submission.js';
import { planOf } from './rollout-stages.js';
import { afterRelease } from './next-command.js';
import { RELEASE_FIELDS, releaseLines } from './release.js';
import { waitWith, type WaitOptions } from './release-wait.js';

const LOCAL_HOST = /(^|\.)localhost$|^127\.|^\[::1\]$/;

export interface SubmitOptions extends OidcOptions {
  readonly tier?: string;
  readonly notes?: string;
  readonly notesFile?: string;
  /** The version under review that this one replaces. */
  readonly replaces?: string;
  /** `PERCENT:HOURS,…`. */
  readonly stages?: string;
  readonly halt?: string;
  readonly ifExists?: 'fail' | 'same';
  /** Submits a release that no instance would offer. */
  readonly allowRefused?: boolean;
  /** Waits for the review as `release wait` does, with the same key. */
  readonly wait?: boolean;
  readonly until?: WaitOptions['until'];
  readonly timeout?: string;
}

/** As those of `release wait`. */
const UNTIL = 'published';
const TIMEOUT = '30m';

/**
 * Submits the manifest in a file for review, and prints problems and warnings with line numbers. A release that no
 * instance would offer is not sent: its version could not be used again. With `--if-exists
 * same`, a version that was already submitted with the same manifest counts as a success, so that a CI job can run
 * again.
 */
export async function submitRelease(terminal: Terminal, file: string, options: SubmitOptions): Promise<ExitCode> {
  if (options.notes !== undefined && options.notesFile !== undefined)
    throw usageFailure(phrase`use either --notes or --notes-file`);
  if (options.wait !== true && (options.until ?? options.timeout) !== undefined)
    throw usageFailure(phrase`--until and --timeout need --wait`);
  const access = publisherAccess(terminal, options);
  const rollout = planOf(options);
  const notes = options.notesFile === undefined ? options.notes : readText(options.notesFile);
  let submitted: unknown = null;
  let verdict: SubmissionVerdict | null = null;
  let release: ReleaseResource | null = null;
  const exitCode = await sendManifest<ReleaseResource>(terminal, file, {
    send: async (manifest, source) => {
      submitted = manifest;
      // A token is exchanged once, so it is not spent on a file that cannot be submitted.
      const connection = await access.connection();
      const body = {
        manifest,
        // A longer text is submitted as JSON alone.
        ...(source.length > SOURCE_MAX_CODE_POINTS ? {} : { source }),
        ...(options.tier === undefined ? {} : { requested_tier: options.tier }),
        ...(notes === undefined ? {} : { notes }),
        ...(rollout === null ? {} : { rollout }),
        ...(options.replaces === undefined ? {} : { replaces: options.replaces }),
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
    print: (reply, withLines) => {
      release = reply;
      // One document is printed: that of the release when the wait ends.
      if (terminal.json && options.wait === true) return;
      terminal.result(reply, [
        ...releaseLines(terminal, reply),
        ...problemLines(terminal, file, withLines(reply.warnings)),
        ...(verdict === null || verdict.diff === null ? [] : consequenceLines(terminal, verdict)),
        ...localAddressLines(terminal, submitted),
        ...(options.wait === true ? [] : afterRelease(terminal, reply, { isLocal: isLocalHub(access.origin) })),
      ]);
    },
  });
  return release === null || options.wait !== true ? exitCode : await waitAfter(terminal, { release, access }, options);
}

function waitAfter(
  terminal: Terminal,
  { release, access }: { readonly release: ReleaseResource; readonly access: PublisherAccess },
  { until = UNTIL, timeout = TIMEOUT }: SubmitOptions,
): Promise<ExitCode> {
  const name = { pluginId: release.plugin_id, version: release.version };
  return waitWith(terminal, access, { name, until, timeout, format: 'text' });
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
