/** `kushk release wait`: stays until a release is decided, and says with one exit code how it ended. */
import type { ReleaseResource, ReleaseStatus } from '@kushk/contracts';
import { askAgain, pathOf, type Tagged } from '../api.js';
import { asPublisher, type Connection, type ConnectionFlags } from '../connection.js';
import { durationMs } from '../duration.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { Failure, usageFailure } from '../failure.js';
import { annotation } from '../github-annotations.js';
import { readText } from '../manifest-file.js';
import { shown, type Terminal } from '../terminal.js';
import { RELEASE, releaseLines } from './release.js';

export interface WaitOptions extends ConnectionFlags {
  readonly from?: string;
  readonly until: 'approved' | 'published';
  readonly timeout: string;
  readonly format: 'text' | 'github';
}
interface Named {
  readonly pluginId: string;
  readonly version: string;
}

/** The service holds a question so long at most (contract §3), and answers 5 s later at the latest; one that is not held within 10 s. */
const HOLD_SECONDS = 30;
const ANSWER_SECONDS = 10;
/** After a failure that time may cure: doubled each time. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const TELL_EVERY_MS = 60_000;
/** Where the service does not hold the question, it is not asked in a circle. */
const SHORTEST_ROUND_MS = 2_000;

const reached: Readonly<Record<WaitOptions['until'], readonly ReleaseStatus[]>> = {
  approved: ['approved', 'published'],
  published: ['published'],
};

/** Exit 0 where it came to what was waited for; 10, 11, 12 where it cannot any more; 75 where the time was too short. */
export async function waitForRelease(
  terminal: Terminal,
  words: { readonly plugin: string | undefined; readonly version: string | undefined },
  options: WaitOptions,
): Promise<ExitCode> {
  const named = releaseNamed(words, options.from);
  const deadline = Date.now() + durationMs(options.timeout);
  const release = await new Watching(terminal, asPublisher(options), named).until(
    (status) => exitCodeOf(status, options.until) !== EXIT.stillWaiting,
    deadline,
  );
  const exitCode = exitCodeOf(release.status, options.until);
  if (options.format === 'github' && exitCode !== EXIT.ok) terminal.lines([annotationOf(release, exitCode)]);
  terminal.result(release, releaseLines(terminal, release));
  return exitCode;
}

function releaseNamed(
  { plugin, version }: { readonly plugin: string | undefined; readonly version: string | undefined },
  from: string | undefined,
): Named {
  if (from === undefined) {
    if (plugin === undefined || version === undefined)
      throw usageFailure('name the release: <plugin> <version>, or --from <file>');
    return { pluginId: plugin, version };
  }
  if (plugin !== undefined) throw usageFailure('give <plugin> <version> or --from, not both');
  const release = parsed(readText(from));
  if (typeof release?.plugin_id !== 'string' || typeof release.version !== 'string')
    throw usageFailure(`${from} holds no release as "release submit --json" writes it`);
  return { pluginId: release.plugin_id, version: release.version };
}

function parsed(text: string): Partial<Record<'plugin_id' | 'version', unknown>> | null {
  try {
    return JSON.parse(text) as Partial<Record<'plugin_id' | 'version', unknown>> | null;
  } catch {
    return null;
  }
}

function exitCodeOf(status: ReleaseStatus, until: WaitOptions['until']): ExitCode {
  if (reached[until].includes(status)) return EXIT.ok;
  switch (status) {
    case 'rejected':
      return EXIT.rejected;
    case 'withdrawn':
      return EXIT.withdrawn;
    case 'suspended':
      return EXIT.suspended;
    default:
      return EXIT.stillWaiting;
  }
}

function annotationOf(
  { plugin_id, version, status, review_notes, status_reason }: ReleaseResource,
  exitCode: ExitCode,
): string {
  const said = status === 'rejected' ? review_notes : status_reason;
  return annotation(
    exitCode === EXIT.stillWaiting ? 'notice' : 'error',
    { title: `${plugin_id}@${version} is ${status}` },
    said ?? 'nothing is decided yet',
  );
}

/** Asks again and again, held by the service in between, and tells on stderr what changes. */
class Watching {
  private tag: string | null = null;
  private pauseMs = FIRST_PAUSE_MS;
  private last: ReleaseResource | null = null;
  private toldAt = Date.now();
  private hasChanged = false;

  constructor(
    private readonly terminal: Terminal,
    private readonly connection: Connection,
    private readonly named: Named,
  ) {}

  /** The release as soon as its status will do, else as it stands at the deadline. Throws what no waiting cures, and what has not been cured by then. */
  async until(willDo: (status: ReleaseStatus) => boolean, deadline: number): Promise<ReleaseResource> {
    for (;;) {
      const lookedAt = Date.now();
      const failure = await this.look(deadline);
      if (this.last !== null && (willDo(this.last.status) || (Date.now() >= deadline && failure === null)))
        return this.last;
      if (failure !== null) await this.pause(failure, deadline);
      else await this.rest(lookedAt, deadline);
    }
  }

  /** The first look is answered at once; null when it was answered. */
  private async look(deadline: number): Promise<Failure | null> {
    const leftSeconds = Math.ceil((deadline - Date.now()) / 1_000);
    const wait = this.last === null ? 0 : Math.max(0, Math.min(HOLD_SECONDS, leftSeconds));
    const path = `${pathOf`/developer/v1/releases/${this.named.pluginId}/${this.named.version}`}${wait > 0 ? `?wait=${wait}` : ''}`;
    try {
      this.take(
        await askAgain<ReleaseResource>(this.connection, {
          method: 'GET',
          path,
          language: this.terminal.language,
          known: this.tag,
          timeoutMs: (wait + ANSWER_SECONDS) * 1_000,
          holding: RELEASE,
        }),
      );
      return null;
    } catch (error) {
      if (error instanceof Failure && error.details.exitCode === EXIT.unreachable) return error;
      throw error;
    }
  }

  private take({ reply, tag }: Tagged<ReleaseResource>): void {
    this.pauseMs = FIRST_PAUSE_MS;
    this.hasChanged = reply !== null && tag !== null && tag !== this.tag;
    if (reply === null) return;
    if (reply.status !== this.last?.status)
      this.tell(`${shown(`${reply.plugin_id}@${reply.version}`)} is ${shown(reply.status)}`);
    [this.last, this.tag] = [reply, tag];
  }

  private async pause(failure: Failure, deadline: number): Promise<void> {
    const wanted = Number(failure.details.params?.['retry_after_seconds']) * 1_000;
    const pauseMs = Math.max(this.pauseMs, Number.isFinite(wanted) ? wanted : 0);
    if (Date.now() + pauseMs > deadline) throw failure;
    this.tell(`${shown(failure.message)}; asking again in ${Math.round(pauseMs / 1_000)} s`);
    this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
    await pause(pauseMs);
  }

  private async rest(lookedAt: number, deadline: number): Promise<void> {
    if (Date.now() - this.toldAt >= TELL_EVERY_MS) this.tell('still waiting');
    if (!this.hasChanged) await pause(Math.min(lookedAt + SHORTEST_ROUND_MS, deadline) - Date.now());
  }

  private tell(line: string): void {
    this.toldAt = Date.now();
    this.terminal.note(line);
  }
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
