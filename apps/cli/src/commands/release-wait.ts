/** `kushk release wait`: waits until a release is decided. The exit code reports the outcome. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ReleaseResource } from '@kushk/contracts';
import { pathOf, sendConditionally, type ConditionalReply } from '../api.js';
import { isLocalHub } from '../connection.js';
import { durationMs } from '../duration.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { Failure, usageFailure } from '../failure.js';
import { phrase } from '../phrase.js';
import { annotation } from '../github-annotations.js';
import { readText } from '../manifest-file.js';
import { publisherAccess, type OidcOptions, type PublisherAccess } from '../publisher-access.js';
import { printable, type Terminal } from '../terminal.js';
import { fleetLines, publicationOutcome } from './fleet-lines.js';
import { afterRelease } from './next-command.js';
import { RELEASE_FIELDS, releaseLines, releaseName, type ReleaseName } from './release.js';

export interface WaitOptions extends OidcOptions {
  readonly from?: string;
  readonly until: 'approved' | 'published';
  readonly timeout: string;
  readonly format: 'text' | 'github';
}
interface WaitArguments {
  readonly plugin: string | undefined;
  readonly version: string | undefined;
}

/** The service delays the reply for an unchanged release by at most this time (docs/reference/releases.md). */
const LONG_POLL_SECONDS = 30;
/** Time allowed for a reply in addition to the long-polling time. */
const REPLY_SECONDS = 10;
/** The backoff delay after the first failure that may be temporary. It doubles with each further failure. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
const PROGRESS_EVERY_MS = 60_000;
/** The minimum time between two requests, in case the service does not delay its replies. */
const MIN_POLL_INTERVAL_MS = 2_000;

/**
 * Exits with 0 if the release reaches the requested status, and for `published` if an instance offers it as well. Exits
 * with 6 if every instance refuses it, with 10, 11 or 12 if it can no longer reach that status, and with 75 after the
 * timeout.
 */
export async function waitForRelease(terminal: Terminal, args: WaitArguments, options: WaitOptions): Promise<ExitCode> {
  const name = releaseNameFrom(args, options.from);
  const { until, timeout, format } = options;
  return waitWith(terminal, publisherAccess(terminal, options), { name, until, timeout, format });
}

/** Waits with a credential that the caller may have used before. */
export async function waitWith(
  terminal: Terminal,
  access: PublisherAccess,
  { name, until, timeout, format }: Pick<WaitOptions, 'until' | 'timeout' | 'format'> & { readonly name: ReleaseName },
): Promise<ExitCode> {
  const deadline = Date.now() + durationMs(timeout);
  const isFinal = (release: ReleaseResource): boolean => exitCodeOf(release, until) !== EXIT.stillWaiting;
  const release = await new ReleasePoller(terminal, access, { name, isFinal }).pollUntil(deadline);
  const exitCode = exitCodeOf(release, until);
  if (exitCode === EXIT.stillWaiting && access.endsAt() < deadline)
    terminal.note(
      terminal.translate`the key of this job ends, and its CI system gives a job one token: wait again in a later job`,
    );
  if (format === 'github' && exitCode !== EXIT.ok) terminal.lines([annotationOf(terminal, release, exitCode)]);
  terminal.result(release, [
    ...releaseLines(terminal, release),
    ...afterRelease(terminal, release, { isLocal: isLocalHub(access.origin) }),
  ]);
  return exitCode;
}

function releaseNameFrom({ plugin, version }: WaitArguments, file: string | undefined): ReleaseName {
  if (file === undefined) {
    if (plugin === undefined || version === undefined)
      throw usageFailure(phrase`name the release: <plugin> <version>, or --from <file>`);
    return { pluginId: plugin, version };
  }
  if (plugin !== undefined) throw usageFailure(phrase`use either <plugin> <version> or --from`);
  const release = parse(readText(file));
  if (typeof release?.plugin_id !== 'string' || typeof release.version !== 'string')
    throw usageFailure(phrase`${file} is not the output of "release submit --json"`);
  return { pluginId: release.plugin_id, version: release.version };
}

function parse(text: string): Partial<Record<'plugin_id' | 'version', unknown>> | null {
  try {
    return JSON.parse(text) as Partial<Record<'plugin_id' | 'version', unknown>> | null;
  } catch {
    return null;
  }
}

function exitCodeOf(release: ReleaseResource, until: WaitOptions['until']): ExitCode {
  switch (release.status) {
    case 'approved':
      return until === 'approved' ? EXIT.ok : EXIT.stillWaiting;
    case 'published':
      return until === 'approved' ? EXIT.ok : publicationOutcome(release);
    case 'rejected':
      return EXIT.rejected;
    case 'withdrawn':
      return EXIT.withdrawn;
    case 'suspended':
      return EXIT.suspended;
    case 'submitted':
    case 'in_review':
      return EXIT.stillWaiting;
  }
}

function annotationOf(terminal: Terminal, release: ReleaseResource, exitCode: ExitCode): string {
  const { status, review_notes, status_reason } = release;
  const reason = status === 'rejected' ? review_notes : status_reason;
  const fleet = fleetLines(terminal, release).map((line) => line.trim());
  return annotation(
    exitCode === EXIT.stillWaiting ? 'notice' : 'error',
    { title: terminal.translate`${releaseName(release)} is ${status}` },
    status === 'published' ? fleet.join('; ') : (reason ?? terminal.translate`no decision yet`),
  );
}

/** Polls a release with long-polling requests, and reports each status change on stderr. */
class ReleasePoller {
  private tag: string | null = null;
  private pauseMs = FIRST_PAUSE_MS;
  private last: ReleaseResource | null = null;
  private reportedAt = Date.now();
  private hasChanged = false;

  constructor(
    private readonly terminal: Terminal,
    private readonly access: PublisherAccess,
    private readonly wanted: { readonly name: ReleaseName; readonly isFinal: (release: ReleaseResource) => boolean },
  ) {}

  /**
   * Returns the release as soon as its status is final, or its current state at the deadline. Throws a failure that a
   * retry cannot fix, and a temporary failure that lasts until the deadline.
   */
  async pollUntil(latest: number): Promise<ReleaseResource> {
    for (;;) {
      const startedAt = Date.now();
      const failure = await this.poll(latest);
      const deadline = Math.min(latest, this.access.endsAt());
      if (this.last !== null && (this.wanted.isFinal(this.last) || (Date.now() >= deadline && failure === null)))
        return this.last;
      if (failure !== null) await this.backOff(failure, deadline);
      else await this.limitRate(startedAt, deadline);
    }
  }

  /**
   * Sends one request. The first request does not wait for a change. Returns the failure if it is temporary, or null
   * after a success.
   */
  private async poll(latest: number): Promise<Failure | null> {
    const leftSeconds = Math.ceil((Math.min(latest, this.access.endsAt()) - Date.now()) / 1_000);
    const wait = this.last === null ? 0 : Math.max(0, Math.min(LONG_POLL_SECONDS, leftSeconds));
    const path = `${pathOf`/developer/v1/releases/${this.wanted.name.pluginId}/${this.wanted.name.version}`}${wait > 0 ? `?wait=${wait}` : ''}`;
    try {
      this.record(
        await sendConditionally<ReleaseResource>(await this.access.connection(), {
          method: 'GET',
          path,
          language: this.terminal.language,
          knownTag: this.tag,
          timeoutMs: (wait + REPLY_SECONDS) * 1_000,
          expectedFields: RELEASE_FIELDS,
        }),
      );
      return null;
    } catch (error) {
      if (error instanceof Failure && error.details.exitCode === EXIT.unreachable) return error;
      throw error;
    }
  }

  private record({ reply, tag }: ConditionalReply<ReleaseResource>): void {
    this.pauseMs = FIRST_PAUSE_MS;
    this.hasChanged = reply !== null && tag !== null && tag !== this.tag;
    if (reply === null) return;
    if (reply.status !== this.last?.status) this.reportStatus(reply);
    this.reportRequest(reply);
    [this.last, this.tag] = [reply, tag];
  }

  private reportStatus(release: ReleaseResource): void {
    const { terminal } = this;
    this.report(terminal.translate`${releaseName(release)} is ${printable(release.status)}`);
    if (release.status === 'approved' && !this.wanted.isFinal(release))
      this.report(terminal.translate`the operator of the hub publishes it next; there is nothing for you to do`);
  }

  /** A reviewer who requests changes waits for the publisher, and not the other way round. */
  private reportRequest({
    status,
    changes_requested_at: requestedAt = null,
    plugin_id,
    version,
  }: ReleaseResource): void {
    const isOpen = status === 'submitted' || status === 'in_review';
    if (!isOpen || requestedAt === null || requestedAt === (this.last?.changes_requested_at ?? null)) return;
    const { terminal } = this;
    this.report(
      terminal.translate`the reviewer requests changes: "kushk release status ${plugin_id} ${version}" shows them`,
    );
    this.report(
      terminal.translate`answer with "kushk release comment", or submit another version with --replaces ${version}`,
    );
  }

  private async backOff(failure: Failure, deadline: number): Promise<void> {
    const retryAfterMs = Number(failure.details.params?.['retry_after_seconds']) * 1_000;
    const pauseMs = Math.max(this.pauseMs, Number.isFinite(retryAfterMs) ? retryAfterMs : 0);
    if (Date.now() + pauseMs > deadline) throw failure;
    const reason = printable(failure.textIn(this.terminal.language));
    this.report(this.terminal.translate`${reason}; next attempt in ${Math.round(pauseMs / 1_000)} s`);
    this.pauseMs = Math.min(this.pauseMs * 2, MAX_PAUSE_MS);
    await pause(pauseMs);
  }

  private async limitRate(startedAt: number, deadline: number): Promise<void> {
    if (Date.now() - this.reportedAt >= PROGRESS_EVERY_MS) this.report(this.terminal.translate`still waiting`);
    const pauseMs = Math.min(startedAt + MIN_POLL_INTERVAL_MS, deadline) - Date.now();
    if (!this.hasChanged && pauseMs > 0) await pause(pauseMs);
  }

  private report(line: string): void {
    this.reportedAt = Date.now();
    this.terminal.note(line);
  }
}
