/** Builds problems in the common shape (docs/reference/wire-formats.md) and sorts them into document order. */
import type { Problem } from '@kushk/contracts';
import { isObject } from './json.js';
import { MESSAGES, type Message, type ProblemCode } from './messages.js';
import { pointerSegments } from './pointer.js';
import { similarName } from './suggestion.js';

export type Stage = Problem['stage'];
type ProblemParams = Readonly<Record<string, string | number | Hint>>;

/** The maximum number of problems in one list. A longer list ends with `too_many_problems`. */
export const MAX_PROBLEMS = 1_000;
/** The number of problems in one list for which a similar name is searched. */
const MAX_SUGGESTIONS = 50;
/** The maximum number of characters in all texts of one list. */
const MAX_CHARACTERS = 500_000;
/**
 * The maximum number of characters in all paths that are sorted. A path contains the names of all ancestors, and one
 * name may be as long as a whole document.
 */
const MAX_PATH_CHARACTERS = 4_000_000;

/** The codes of problems that are advice: instances do not reject a release because of them. */
const ADVISORY_CODES: ReadonlySet<string> = new Set<ProblemCode>([
  'scope_unused',
  'host_not_public',
  'secret_unmarked',
  'secret_marker_unknown',
  'schema_keyword_unknown',
  'schema_required_undefined',
  'version_lower',
  'plugin_api_unsupported',
  'base_url_service_path',
  'base_url_unused',
  'name_repeated',
  'page_same_site',
  'panel_never_shown',
  'rate_missing',
  'plan_missing',
  'example_invalid',
  'image_unchecked',
  'image_path_foreign',
  'image_runs_as_root',
  'image_port_not_exposed',
]);

/** A problem without its messages: its path, its code and the parameters of its messages. */
export interface Finding {
  readonly path: string;
  readonly code: ProblemCode;
  readonly params?: ProblemParams;
  /** Replaces the default hint of the problem code. */
  readonly hint?: Hint;
  /** A name that may be misspelt, and the names that are valid in its place. */
  readonly misspelt?: { readonly given: string; readonly known: readonly unknown[] };
}
export interface Hint {
  readonly en: string;
  readonly fa: string;
}

/** Builds the problem of a finding with its messages. */
export function problemOf(stage: Stage, finding: Finding): Problem {
  const message: Message = MESSAGES[finding.code];
  const params = finding.params ?? {};
  const hint = hintOf(finding, message, params);
  return {
    code: finding.code,
    severity: ADVISORY_CODES.has(finding.code) ? 'warning' : 'error',
    path: finding.path,
    message: fill(message.en, inLanguage('en', params)),
    message_fa: fill(message.fa, inLanguage('fa', params)),
    ...(hint === null ? {} : { hint: hint.en, hint_fa: hint.fa }),
    stage,
  };
}

/** For a name that resembles none of the known ones. */
const UNKNOWN_NAME: Hint = { en: 'remove it, or correct its name', fa: 'آن را حذف یا نامش را درست کنید' };

/** The suggestion for a misspelt name, followed by the hint of the finding or of its code. */
function hintOf(finding: Finding, message: Message, params: ProblemParams): Hint | null {
  const { misspelt } = finding;
  const meant = misspelt === undefined ? null : similarName(misspelt.given, misspelt.known);
  const own = finding.hint ?? {
    en: fill(message.hint ?? '', inLanguage('en', params)),
    fa: fill(message.hintFa ?? message.hint ?? '', inLanguage('fa', params)),
  };
  if (meant === null) return own.en !== '' ? own : finding.code === 'unknown_field' ? UNKNOWN_NAME : null;
  const suggestion = { en: `did you mean ${meant}?`, fa: `منظورتان ${meant} بود؟` };
  return own.en === '' ? suggestion : { en: `${suggestion.en} ${own.en}`, fa: `${suggestion.fa} ${own.fa}` };
}

/**
 * The problems of a document in reading order, without duplicates, at most {@link MAX_PROBLEMS}. The problem of a
 * missing member comes first in the object that lacks it, because an editor shows it where that object begins.
 */
export function inDocumentOrder(stage: Stage, document: unknown, findings: readonly Finding[]): Problem[] {
  const within = withinPathLimit(findings);
  const distinct = new Map(within.map((finding) => [`${finding.code} ${finding.path}`, finding]));
  const positions = new DocumentPositions(document);
  const ordered = [...distinct.values()]
    .map((finding) => ({ finding, position: positions.of(finding.path) }))
    .sort((a, b) => comparePositions(a.position, b.position))
    .map(({ finding }) => finding);
  const listed = listProblems(stage, ordered);
  const isComplete = listed.length === ordered.length && within.length === findings.length;
  return isComplete ? listed : [...listed, problemOf(stage, { path: '', code: 'too_many_problems' })];
}

/**
 * Drops the findings beyond the limit. Only the lengths of their paths are read, which is cheap: the characters of a
 * concatenated string are copied only when the string itself is read.
 */
function withinPathLimit(findings: readonly Finding[]): readonly Finding[] {
  let characters = 0;
  const end = findings.findIndex(({ path }) => (characters += path.length) > MAX_PATH_CHARACTERS);
  return end === -1 ? findings : findings.slice(0, end);
}

function listProblems(stage: Stage, ordered: readonly Finding[]): Problem[] {
  const listed: Problem[] = [];
  let characters = 0;
  for (const finding of ordered.slice(0, MAX_PROBLEMS)) {
    const { misspelt: _misspelt, ...unsuggested } = finding;
    const problem = problemOf(stage, listed.length < MAX_SUGGESTIONS ? finding : unsuggested);
    const { path, message, message_fa, hint = '', hint_fa = '' } = problem;
    characters += path.length + message.length + message_fa.length + hint.length + hint_fa.length;
    if (characters > MAX_CHARACTERS) break;
    listed.push(problem);
  }
  return listed;
}

function fill(template: string, params: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

const PERSIAN_DIGITS = '۰۱۲۳۴۵۶۷۸۹';

/** Numbers are in the digits of the language. Terms of the manifest and of JSON Schema are not translated. */
function inLanguage(language: 'en' | 'fa', params: ProblemParams): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value === 'object') return [name, value[language]];
      return [name, language === 'fa' && typeof value === 'number' ? withPersianDigits(value) : value];
    }),
  );
}

const withPersianDigits = (value: number): string =>
  String(value).replace(/\d/g, (digit) => PERSIAN_DIGITS[Number(digit)] ?? digit);

/** The position of an absent member. Sorts before the first member. */
const ABSENT = -1;

/** The positions of a document's members among their siblings. Each object is indexed once. */
class DocumentPositions {
  private readonly indexed = new WeakMap<object, ReadonlyMap<string, number>>();

  constructor(private readonly document: unknown) {}

  of(path: string): readonly number[] {
    const position: number[] = [];
    let value = this.document;
    for (const segment of pointerSegments(path)) {
      if (Array.isArray(value)) {
        position.push(Number(segment));
        value = value[Number(segment)];
      } else if (isObject(value)) {
        const index = this.indexesOf(value).get(segment);
        position.push(index ?? ABSENT);
        value = index === undefined ? undefined : value[segment];
      } else {
        position.push(ABSENT);
      }
    }
    return position;
  }

  private indexesOf(object: object): ReadonlyMap<string, number> {
    const known = this.indexed.get(object);
    if (known !== undefined) return known;
    const indexes = new Map(Object.keys(object).map((name, index) => [name, index]));
    this.indexed.set(object, indexes);
    return indexes;
  }
}

function comparePositions(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [left, right] = [a[index] ?? 0, b[index] ?? 0];
    if (left !== right) return left < right ? -1 : 1;
  }
  return a.length - b.length;
}
