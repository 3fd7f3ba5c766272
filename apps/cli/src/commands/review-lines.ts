/** A release as a reviewer reads it. */
import type { ReleaseCheck, ReleaseForStaff } from '@kushk/contracts';
import { printable, problemTexts, table, type Terminal } from '../terminal.js';
import { declaredRows, settingsSchema } from '../settings/setting-lines.js';
import { conversationLines } from './conversation-lines.js';
import { capabilitiesOf, capabilityLines, paragraph, section, textIn } from './manifest-lines.js';
import { afterReview } from './next-command.js';
import { provenanceLines } from './provenance-lines.js';
import { releaseName } from './release.js';

const SECONDS_PER_HOUR = 3_600;
const HOURS_PER_DAY = 24;
/** A schema can have many pages; `--json` has it whole. */
const VALUE_MAX_CHARACTERS = 160;

/** How long a release has waited, in hours, from two days on in days. */
export function ageOf(terminal: Terminal, seconds: number): string {
  const hours = Math.floor(seconds / SECONDS_PER_HOUR);
  if (hours < 2 * HOURS_PER_DAY) return terminal.translate`${hours} h`;
  return terminal.translate`${Math.floor(hours / HOURS_PER_DAY)} d`;
}

/** Status, tier and who holds the release, and the next command. */
export function reviewHead(terminal: Terminal, release: ReleaseForStaff): string[] {
  const fields: (readonly [string, string | null])[] = [
    [terminal.translate`reviewer`, release.taken_by?.name ?? null],
    [terminal.translate`tier asked`, release.requested_tier],
    [terminal.translate`tier`, release.tier],
    [terminal.translate`submitted`, release.submitted_at],
    [terminal.translate`decided`, release.decided_at],
    [terminal.translate`published`, release.published_at],
    [terminal.translate`status reason`, release.status_reason],
  ];
  return [
    terminal.translate`${releaseName(release)} is ${terminal.paint('bold', printable(release.status))}`,
    ...table(fields.flatMap(([name, value]) => (value === null || value === '' ? [] : [[`  ${name}`, value]]))),
    ...paragraph(terminal.translate`review notes`, release.review_notes),
    ...conversationLines(terminal, release),
    ...waitsForOther(release, terminal),
    ...afterReview(terminal, release),
  ];
}

/** An appeal waits until another reviewer than the one who rejected the release takes it. */
function waitsForOther(
  { status, taken_by, appeal = null }: Partial<ReleaseForStaff>,
  terminal: Terminal,
): readonly string[] {
  if (status !== 'in_review' || taken_by !== null || appeal === null) return [];
  return [`  ${terminal.translate`the appeal waits for another reviewer than the one who rejected the release`}`];
}

/** Everything that a reviewer looks at, in the order of the page. */
export function reviewLines(terminal: Terminal, release: ReleaseForStaff): string[] {
  const [title = '', ...rest] = reviewHead(terminal, release);
  const names = textIn(terminal, (release.manifest['names'] ?? {}) as Readonly<Record<string, unknown>>);
  return [
    title,
    ...table([
      [`  ${terminal.translate`name`}`, names],
      [`  ${terminal.translate`publisher`}`, `${release.publisher_name} (${release.publisher_id})`],
      [`  ${terminal.translate`manifest`}`, release.manifest_digest],
    ]),
    ...provenanceLines(terminal, release.provenance),
    ...paragraph(terminal.translate`note of the publisher`, release.notes),
    ...differenceLines(terminal, release),
    ...checkLines(terminal, release.checks),
    ...capabilityLines(terminal, capabilitiesOf(release.manifest)),
    ...section(terminal.translate`settings`, declaredRows(terminal, settingsSchema(release.manifest))),
    ...rest,
  ];
}

function differenceLines(terminal: Terminal, { diff }: ReleaseForStaff): string[] {
  if (diff === null) return [`  ${terminal.translate`the first release of this plugin`}`];
  const title = terminal.translate`difference to ${printable(diff.previous)}: ${diff.class}`;
  return [`  ${title}`, ...changeLines(diff.changes)];
}

/** What changes, one capability per line. */
export function changeLines(
  changes: readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[],
): string[] {
  return table(changes.map(({ path, before, after }) => [`    ${path}`, `${shortOf(before)} → ${shortOf(after)}`]));
}

function shortOf(value: unknown): string {
  const text = value === undefined || value === null ? '-' : JSON.stringify(value);
  return text.length > VALUE_MAX_CHARACTERS ? `${text.slice(0, VALUE_MAX_CHARACTERS)}…` : text;
}

function checkLines(terminal: Terminal, checks: readonly ReleaseCheck[]): string[] {
  return checks.flatMap(({ name, outcome, problems }, index) => [
    ...(index === 0 ? [`  ${terminal.translate`automatic checks`}:`] : []),
    `    ${name}: ${outcomeIn(terminal, outcome)}`,
    ...problems.map((problem) => {
      const { message } = problemTexts(problem, terminal.language);
      return `      ${printable(problem.path)} ${printable(message)} (${printable(problem.code)})`;
    }),
  ]);
}

function outcomeIn(terminal: Terminal, outcome: ReleaseCheck['outcome']): string {
  switch (outcome) {
    case 'passed':
      return terminal.paint('green', terminal.translate`passed`);
    case 'warning':
      return terminal.paint('yellow', terminal.translate`warning`);
    case 'failed':
      return terminal.paint('red', terminal.translate`failed`);
    case 'not_applicable':
      return terminal.paint('dim', terminal.translate`not set`);
  }
}
