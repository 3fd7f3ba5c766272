/** `kushk review …`: the queue of submitted releases, and what a reviewer does with one. */
import type { QueuedReview, ReleaseForStaff, Tier } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { reviewerConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { Failure, usageFailure } from '../failure.js';
import { limitOf } from '../list-limit.js';
import { listFrom } from '../list-all.js';
import { readText } from '../manifest-file.js';
import { phrase } from '../phrase.js';
import { table, type Terminal } from '../terminal.js';
import { RELEASE_FIELDS, type ReleaseName } from './release.js';
import { ageOf, reviewHead, reviewLines } from './review-lines.js';

export interface QueueOptions extends ConnectionFlags {
  readonly status?: string;
  readonly search?: string;
  readonly mine?: boolean;
  readonly limit: string;
}
interface Notes extends ConnectionFlags {
  readonly notes?: string;
  readonly notesFile?: string;
}
export interface ApproveOptions extends Notes {
  readonly tier?: Tier;
  readonly publish?: boolean;
}
export type RejectOptions = Notes;
export interface RequestChangesOptions extends Notes {
  /** `POINTER=TEXT`. */
  readonly comment?: readonly string[];
}

/** Lists the queue, oldest submission first. Without `--status` it lists what waits for a decision. */
export async function listReviews(terminal: Terminal, options: QueueOptions): Promise<ExitCode> {
  const connection = reviewerConnection(options);
  const limit = limitOf(options.limit);
  const items: QueuedReview[] = [];
  let hasMore = false;
  for (const status of options.status === undefined ? ['in_review', 'submitted'] : [options.status]) {
    const query = new URLSearchParams({
      status,
      ...(options.search === undefined ? {} : { q: options.search }),
      ...(options.mine === true ? { [options.status === undefined ? 'open_for' : 'taken_by']: 'me' } : {}),
    });
    const rest = limit - items.length;
    if (rest === 0) {
      hasMore = true;
      break;
    }
    const list = await listFrom<QueuedReview>(terminal, {
      connection,
      path: `/operator/v1/reviews?${query.toString()}`,
      limit: rest,
    });
    items.push(...list.items);
    hasMore ||= list.has_more;
  }
  items.sort((one, other) => other.age_seconds - one.age_seconds);
  terminal.result({ items, has_more: hasMore }, queueLines(terminal, items));
  if (hasMore && !terminal.json) terminal.note(terminal.translate`there are more: raise --limit, or use --search`);
  return EXIT.ok;
}

function queueLines(terminal: Terminal, items: readonly QueuedReview[]): readonly string[] {
  if (items.length === 0) return [terminal.translate`no release waits`];
  const columns = [
    terminal.translate`plugin`,
    terminal.translate`version`,
    terminal.translate`status`,
    terminal.translate`tier asked`,
    terminal.translate`difference`,
    terminal.translate`age`,
    terminal.translate`reviewer`,
  ];
  const rows = items.map((item) => [
    item.plugin_id,
    item.version,
    item.status,
    item.requested_tier === '' ? '-' : item.requested_tier,
    item.diff_class ?? terminal.translate`first`,
    ageOf(terminal, item.age_seconds),
    item.taken_by_name ?? item.taken_by ?? '-',
  ]);
  return table([columns, ...rows]);
}

/** Shows a release as a reviewer needs it; `--json` prints it whole, with its manifest. */
export async function showReview(terminal: Terminal, name: ReleaseName, options: ConnectionFlags): Promise<ExitCode> {
  const release = await readRelease(terminal, name, options);
  terminal.result(release, reviewLines(terminal, release));
  return EXIT.ok;
}

function readRelease(
  terminal: Terminal,
  { pluginId, version }: ReleaseName,
  options: ConnectionFlags,
): Promise<ReleaseForStaff> {
  return terminal.withProgress(
    terminal.translate`Reading`,
    send<ReleaseForStaff>(reviewerConnection(options), {
      method: 'GET',
      path: pathOf`/operator/v1/releases/${pluginId}/${version}`,
      language: terminal.language,
      expectedFields: RELEASE_FIELDS,
    }),
  );
}

export function takeReview(terminal: Terminal, name: ReleaseName, options: ConnectionFlags): Promise<ExitCode> {
  return decide(terminal, { name, step: 'take', body: {} }, options);
}

export function giveBackReview(terminal: Terminal, name: ReleaseName, options: ConnectionFlags): Promise<ExitCode> {
  return decide(terminal, { name, step: 'give_back', body: {} }, options);
}

export async function approveRelease(
  terminal: Terminal,
  name: ReleaseName,
  options: ApproveOptions,
): Promise<ExitCode> {
  if (options.tier === undefined) throw await missingTier(terminal, name, options);
  const notes = notesOf(options);
  const body = {
    tier: options.tier,
    ...(notes === undefined ? {} : { notes }),
    ...(options.publish === true ? { publish: true } : {}),
  };
  return decide(terminal, { name, step: 'approve', body }, options);
}

/** A tier that is named for a release that nobody has taken would only lead to the next refusal. */
async function missingTier(terminal: Terminal, name: ReleaseName, options: ConnectionFlags): Promise<Failure> {
  const { status } = await readRelease(terminal, name, options);
  const text = `${name.pluginId} ${name.version}`;
  if (status !== 'submitted')
    return usageFailure(phrase`name the tier that ${text} gets: --tier community, verified or private`);
  return new Failure(
    phrase`nobody has taken ${text}: "kushk review take ${text}" takes it, then approve it with --tier`,
    {
      code: 'cli.review_not_taken',
      exitCode: EXIT.refused,
    },
  );
}

/** The publisher must learn why, so notes are required. */
export function rejectRelease(terminal: Terminal, name: ReleaseName, options: RejectOptions): Promise<ExitCode> {
  const notes = notesOf(options);
  if (notes === undefined || notes.trim() === '')
    throw usageFailure(phrase`say what the publisher must change: --notes or --notes-file`);
  return decide(terminal, { name, step: 'reject', body: { notes } }, options);
}

/** Asks the publisher for changes, with comments on places of the manifest. */
export function requestChanges(
  terminal: Terminal,
  name: ReleaseName,
  options: RequestChangesOptions,
): Promise<ExitCode> {
  const notes = notesOf(options);
  if (notes === undefined || notes.trim() === '')
    throw usageFailure(phrase`say what the publisher must change: --notes or --notes-file`);
  const comments = (options.comment ?? []).map(commentOf);
  return decide(terminal, { name, step: 'request-changes', body: { notes, comments } }, options);
}

/** The first `=` ends the pointer: texts contain it more often than names in a manifest. */
function commentOf(given: string): { readonly path: string; readonly text: string } {
  const end = given.indexOf('=');
  if (end === -1) throw usageFailure(phrase`write --comment as POINTER=TEXT, such as /scopes/cases.read=Why?`);
  return { path: given.slice(0, end), text: given.slice(end + 1) };
}

function notesOf({ notes, notesFile }: Notes): string | undefined {
  if (notes !== undefined && notesFile !== undefined) throw usageFailure(phrase`use either --notes or --notes-file`);
  return notesFile === undefined ? notes : readText(notesFile);
}

interface Step {
  readonly name: ReleaseName;
  readonly step: 'take' | 'give_back' | 'request-changes' | 'approve' | 'reject';
  readonly body: object;
}

async function decide(terminal: Terminal, { name, step, body }: Step, options: ConnectionFlags): Promise<ExitCode> {
  const { pluginId, version } = name;
  const release = await terminal.withProgress(
    terminal.translate`Changing`,
    send<ReleaseForStaff>(reviewerConnection(options), {
      method: 'POST',
      path: `${pathOf`/operator/v1/releases/${pluginId}/${version}`}/${step}`,
      body,
      language: terminal.language,
      expectedFields: RELEASE_FIELDS,
    }),
  );
  terminal.result(release, reviewHead(terminal, release));
  return EXIT.ok;
}
