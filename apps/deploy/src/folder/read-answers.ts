/** Reads and writes `answers.yaml`, and finds every problem in it at once. */
import { parseDocument, stringify } from 'yaml';
import { FIELDS, type Answers, type Field, type FieldName } from './answers.js';
import { healthPortOf, nameOf, processesOf } from './processes.js';

const names = Object.keys(FIELDS) as readonly FieldName[];
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a document in the order of the table, and what is wrong with them, one line each. */
export interface ReadAnswers {
  /** Null when there are problems. */
  readonly answers: Answers | null;
  readonly problems: readonly string[];
}

/** Parses the text of an `answers.yaml`. */
export function readAnswers(yaml: string): ReadAnswers {
  const document = parseDocument(yaml);
  if (document.errors.length > 0)
    return { answers: null, problems: document.errors.map(({ message }) => `not YAML: ${message.split('\n', 1)[0]}`) };
  const content: unknown = document.toJS() ?? {};
  if (!isRecord(content)) return { answers: null, problems: ['must be fields with values, such as scope: hub'] };
  return checkAnswers(fieldsOf(content));
}

/** Checks answers by the names of their fields (`postgres.hosts`). */
export function checkAnswers(values: Readonly<Record<string, unknown>>): ReadAnswers {
  const answers: Record<string, unknown> = {};
  const problems = Object.keys(values)
    .filter((name) => !Object.hasOwn(FIELDS, name))
    .map((name) => `${name} is no field: correct its name, or remove it${hint(name)}`);
  for (const name of names) {
    // What else has a meaning depends on the scope.
    if (answers['scope'] === null && (FIELDS[name] as Field<unknown>).when !== undefined) continue;
    const { value, problem } = answerOf(name, { value: values[name], given: answers });
    answers[name] = value;
    if (problem !== null) problems.push(problem);
  }
  if (problems.length === 0) problems.push(...problemsTogether(answers as Answers));
  return problems.length === 0 ? { answers: answers as Answers, problems } : { answers: null, problems };
}

/** What each answer alone does not show. */
function problemsTogether(answers: Answers): readonly string[] {
  const { 'ports.http': http } = answers;
  const other = processesOf(answers).find((service) => healthPortOf(answers, service) === http);
  return other === undefined
    ? []
    : [`ports.http is also the port of health of ${nameOf(other)} (ports.health): choose another one`];
}

/** Reads one field, with the answers of the fields before it. */
export function answerOf(
  name: FieldName,
  { value, given }: { readonly value: unknown; readonly given: Readonly<Record<string, unknown>> },
): { readonly value: unknown; readonly problem: string | null } {
  const { parse, fallback, when }: Field<unknown> = FIELDS[name];
  const hasMeaning = when === undefined || when(given);
  const isAbsent = value === undefined || value === null || value === '';
  if (!hasMeaning)
    return { value: null, problem: isAbsent ? null : `${name} has no meaning beside the other answers: remove it` };
  try {
    if (!isAbsent) return { value: parse(value), problem: null };
    return fallback === undefined
      ? { value: null, problem: `${name} is missing: ${FIELDS[name].question}` }
      : { value: fallback(given), problem: null };
  } catch (error) {
    return { value: null, problem: `${name} ${(error as Error).message}` };
  }
}

/** The text of an `answers.yaml` from which the same answers are read. */
export function answersText(answers: Answers): string {
  const content: Record<string, unknown> = {};
  const groups: Record<string, Record<string, unknown>> = {};
  for (const name of names) {
    if (!hasMeaning(name, answers)) continue;
    const [first = '', second] = name.split('.');
    const value = answers[name] ?? 'none';
    if (second === undefined) content[first] = value;
    else content[first] = groups[first] = { ...groups[first], [second]: value };
  }
  return `# The answers of kushk-deploy init. Change them and run it again: kushk-deploy init DIR\n${stringify(content)}`;
}

function hasMeaning(name: FieldName, answers: Answers): boolean {
  const { when }: Field<unknown> = FIELDS[name];
  return when === undefined || when(answers);
}

/** `{postgres: {hosts}}` → `{'postgres.hosts'}`. Only groups of the table are divided. */
function fieldsOf(content: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(content).flatMap(([key, value]) =>
      isGroup(key) && isRecord(value)
        ? Object.entries(value).map(([member, one]) => [`${key}.${member}`, one])
        : [[key, value]],
    ),
  );
}

const isGroup = (key: string): boolean => names.some((name) => name.startsWith(`${key}.`));

function hint(name: string): string {
  const [group = ''] = name.split('.');
  const members = names.filter((known) => known.startsWith(`${group}.`));
  return members.length === 0
    ? ''
    : `; ${group} has ${members.map((known) => known.slice(group.length + 1)).join(', ')}`;
}
