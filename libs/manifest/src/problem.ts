/** Making problems of the one shape (contract §3) and putting many of them in order. */
import type { Problem } from '@kushk/contracts';
import { isObject } from './json.js';
import { MESSAGES, type Message, type ProblemCode } from './messages.js';
import { pointerSegments } from './pointer.js';

export type Stage = Problem['stage'];
export type ProblemParams = Readonly<Record<string, string | number>>;

/** How many problems one answer lists, and the characters of their texts together; a document with more gets `too_many_problems` as its last. */
export const MAX_PROBLEMS = 1_000;
const MAX_CHARACTERS = 500_000;
/** Of the paths that are put in order: each repeats every name on its way, and a name may be as long as a document. */
const MAX_PATH_CHARACTERS = 4_000_000;

/** A problem found, its texts not yet made: `code` and what they are filled with. */
export interface Finding {
  readonly path: string;
  readonly code: ProblemCode;
  readonly params?: ProblemParams;
  /** Replaces the hint that goes with the code. */
  readonly hint?: string;
}

/** Gives a finding its texts. */
export function problemOf(stage: Stage, finding: Finding): Problem {
  const message: Message = MESSAGES[finding.code];
  const params = finding.params ?? {};
  const hint = finding.hint ?? (message.hint === undefined ? undefined : fill(message.hint, params));
  return {
    code: finding.code,
    path: finding.path,
    message: fill(message.en, params),
    message_fa: fill(message.fa, inPersian(params)),
    ...(hint === undefined || hint === '' ? {} : { hint }),
    stage,
  };
}

/**
 * The problems of a document in the order in which it is read: by the place of each path in it. What is missing stands
 * where the object begins that lacks it, which is also where it is shown in the text. The same problem at the same place is told once; at most {@link MAX_PROBLEMS}.
 */
export function inDocumentOrder(stage: Stage, document: unknown, findings: readonly Finding[]): Problem[] {
  const within = withinCharacters(findings);
  const distinct = new Map(within.map((finding) => [`${finding.code} ${finding.path}`, finding]));
  const places = new PlacesIn(document);
  const ordered = [...distinct.values()]
    .map((finding) => ({ finding, place: places.of(finding.path) }))
    .sort((a, b) => comparePlaces(a.place, b.place))
    .map(({ finding }) => finding);
  const listed = listedOf(stage, ordered);
  const isAll = listed.length === ordered.length && within.length === findings.length;
  return isAll ? listed : [...listed, problemOf(stage, { path: '', code: 'too_many_problems' })];
}

/** The length of a text is known before it is put together, which is what costs. */
function withinCharacters(findings: readonly Finding[]): readonly Finding[] {
  let characters = 0;
  const end = findings.findIndex(({ path }) => (characters += path.length) > MAX_PATH_CHARACTERS);
  return end === -1 ? findings : findings.slice(0, end);
}

function listedOf(stage: Stage, ordered: readonly Finding[]): Problem[] {
  const listed: Problem[] = [];
  let characters = 0;
  for (const finding of ordered.slice(0, MAX_PROBLEMS)) {
    const problem = problemOf(stage, finding);
    characters +=
      problem.path.length + problem.message.length + problem.message_fa.length + (problem.hint?.length ?? 0);
    if (characters > MAX_CHARACTERS) break;
    listed.push(problem);
  }
  return listed;
}

function fill(template: string, params: ProblemParams): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

const PERSIAN_DIGITS = '۰۱۲۳۴۵۶۷۸۹';

/** Numbers in Persian digits; what is a word of the manifest or of JSON Schema stays as it is. */
function inPersian(params: ProblemParams): ProblemParams {
  const written = Object.entries(params).map(
    ([name, value]) =>
      [
        name,
        typeof value === 'number'
          ? String(value).replace(/\d/g, (digit) => PERSIAN_DIGITS[Number(digit)] ?? digit)
          : value,
      ] as const,
  );
  return Object.fromEntries(written);
}

/** Before the first member. */
const ABSENT = -1;

/** Where the members of a document stand among their siblings; each object is numbered once. */
class PlacesIn {
  private readonly numbered = new WeakMap<object, ReadonlyMap<string, number>>();

  constructor(private readonly document: unknown) {}

  of(path: string): readonly number[] {
    const place: number[] = [];
    let value = this.document;
    for (const segment of pointerSegments(path)) {
      if (Array.isArray(value)) {
        place.push(Number(segment));
        value = value[Number(segment)];
      } else if (isObject(value)) {
        const index = this.indexesOf(value).get(segment);
        place.push(index ?? ABSENT);
        value = index === undefined ? undefined : value[segment];
      } else {
        place.push(ABSENT);
      }
    }
    return place;
  }

  private indexesOf(object: object): ReadonlyMap<string, number> {
    const known = this.numbered.get(object);
    if (known !== undefined) return known;
    const indexes = new Map(Object.keys(object).map((name, index) => [name, index]));
    this.numbered.set(object, indexes);
    return indexes;
  }
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [left, right] = [a[index] ?? 0, b[index] ?? 0];
    if (left !== right) return left < right ? -1 : 1;
  }
  return a.length - b.length;
}
