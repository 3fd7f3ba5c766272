import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { blockingProblems, checkContent, completeSettings, maskSecrets, sameJson, withDefaults } from '@kushk/manifest';
import fc from 'fast-check';
import { isUnreadable, UNREADABLE } from '../controls/unreadable.js';
import { decimalOf, numberProblem, readDecimal, shownDecimal } from '../numbers/read-decimal.js';
import { objectsOf, settingsSchemas } from '../../test/schema-generators.js';
import {
  drawingOf,
  isObject,
  memberOf,
  membersOf,
  numberOf,
  requires,
  resolved,
  type Json,
  type JsonObject,
  type Schema,
} from './settings-schema.js';
import { cleared, emptied, MASK, withEdit } from './settings-values.js';

const SUITE = new URL('../../../manifest/test/json-schema-test-suite/tests/', import.meta.url);
const groups = readdirSync(SUITE)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(new URL(name, SUITE), 'utf8')) as Group[]);

interface Group {
  readonly schema: Json;
  readonly tests: readonly { readonly data: Json }[];
}

/** The form has no way to enter a value. */
class NotEnterable extends Error {}

const unless = <Value>(isPossible: boolean, value: Value): Value => {
  if (!isPossible) throw new NotEnterable();
  return value;
};

const same = (a: Json | undefined, b: Json | undefined): boolean =>
  (a === undefined) === (b === undefined) && sameJson(a, b);

/** The settings of a form in which a person enters `target`, one field after the other. */
function entered(schema: Schema, { root, depth }: Place, [shown, target]: [JsonObject, JsonObject]): JsonObject {
  let settings = shown;
  // An edit may draw further fields.
  for (let before: JsonObject | null = null; before !== settings;) {
    before = settings;
    for (const [key, member] of membersOf(schema, root, settings)) {
      const values = [memberOf(settings, key), memberOf(target, key)] as const;
      if (same(...values) || !membersOf(schema, root, settings).some(([name]) => name === key)) continue;
      const isRequired = requires(schema, key);
      const next = enteredIn(member, { root, depth, isRequired }, values);
      const edit = emptied({ schema: member, root, isRequired }, next);
      unless(same(edit, next), edit);
      settings = same(edit, values[0]) ? settings : withEdit({ schema, root, settings }, key, edit);
    }
  }
  const drawn = new Set(membersOf(schema, root, settings).map(([key]) => key));
  return unless(
    Object.keys(target).every((key) => drawn.has(key)),
    settings,
  );
}

interface Place {
  readonly root: Schema;
  readonly depth: number;
}
type Values = readonly [shown: Json | undefined, wanted: Json | undefined];

function enteredIn(schema: Schema, place: Place & { isRequired: boolean }, [shown, wanted]: Values): Json | undefined {
  const drawing = drawingOf(schema, { ...place, language: 'fa' });
  const below = { root: place.root, depth: place.depth + 1 };
  switch (drawing.kind) {
    case 'group':
      return entered(schema, below, [isObject(shown) ? shown : {}, unless(isObject(wanted), wanted) as JsonObject]);
    case 'list':
      return unless(Array.isArray(wanted), wanted as Json[]).map(
        (item) => enteredIn(drawing.items, { ...below, isRequired: false }, [undefined, item]) ?? unless(false, null),
      );
    case 'json':
      return wanted;
    case 'switch':
      return unless(typeof wanted === 'boolean', wanted);
    case 'choice':
      return unless(
        drawing.options.some(({ value }) => value === wanted) || (wanted === undefined && !place.isRequired),
        wanted,
      );
    case 'choices':
      return unless(
        Array.isArray(wanted) &&
          new Set(wanted).size === wanted.length &&
          wanted.every((one: Json) => drawing.options.some(({ value }) => value === one)),
        wanted,
      );
    case 'pairs':
      return unless(isObject(wanted) && Object.values(wanted).every((text) => typeof text === 'string'), wanted);
    case 'secret':
      return unless(wanted !== undefined && wanted !== '' && (drawing.isJson || typeof wanted === 'string'), wanted);
    default:
      if (wanted === undefined || wanted === null || wanted === '')
        return unless(cleared(schema, place.isRequired) === wanted, wanted);
      if (drawing.kind !== 'number') return unless(typeof wanted === 'string', wanted);
      return unless(typeof wanted === 'number', typedNumber(schema, drawing.isWhole, Number(wanted)));
  }
}

function typedNumber(schema: Schema, isWhole: boolean, wanted: number): Json {
  const reading = readDecimal(shownDecimal(decimalOf(wanted), 'fa'), 'fa');
  const rules = { isWhole, minimum: numberOf(schema['minimum']), maximum: numberOf(schema['maximum']) };
  return 'value' in reading && numberProblem(reading.value, rules) === null ? Number(reading.value) : UNREADABLE;
}

const asSent = (value: JsonObject): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;
const NOTHING = { settings: {}, secrets: [] };
const verdictOf = (schema: Schema, sent: JsonObject, stored = NOTHING) => {
  const { problems, ...result } = completeSettings(schema, asSent(sent), stored);
  return { ...result, isValid: problems.length === 0 && !isUnreadable(sent) };
};
type Verdict = ReturnType<typeof verdictOf>;

const agree = (page: Verdict, api: Verdict): boolean =>
  page.isValid === api.isValid && (!api.isValid || sameJson(page.settings, api.settings));

/** What the pages do otherwise than the API with settings; null when nothing. */
function differenceOf(schema: Schema, target: JsonObject, counts: Counts): string | null {
  counts.pairs += 1;
  const api = verdictOf(schema, target);
  counts[api.isValid ? 'valid' : 'invalid'] += 1;
  const opened = withDefaults(schema, {});
  if (!agree(verdictOf(schema, opened), verdictOf(schema, {}))) return 'installs other settings without an edit';
  if (api.isValid) {
    const shown = withDefaults(schema, maskSecrets(api.settings, api.secrets, MASK));
    const stored = { settings: api.settings, secrets: [...api.secrets] } as typeof NOTHING;
    if (!agree(verdictOf(schema, shown, stored), api)) return 'saves other settings without an edit';
  }
  try {
    // The form shows the defaults of what is missing.
    const sent = entered(resolved(schema, schema), { root: schema, depth: 0 }, [opened, withDefaults(schema, target)]);
    counts.entered += 1;
    return agree(verdictOf(schema, sent), api) ? null : `sends ${JSON.stringify(sent)}`;
  } catch (error) {
    if (error instanceof NotEnterable) return null;
    throw error;
  }
}

interface Counts {
  pairs: number;
  valid: number;
  invalid: number;
  entered: number;
}

const isUsable = (settings: Schema): boolean =>
  blockingProblems(checkContent({ settings }, { production: true })).every(({ path }) => !path.startsWith('/settings'));

describe('the form of settings', () => {
  it('has the verdict of the API on 10,000 pairs of schema and settings, and saves what was entered', () => {
    const counts: Counts = { pairs: 0, valid: 0, invalid: 0, entered: 0 };
    const pairs = [
      ...groups.map(({ schema, tests }): [Schema, JsonObject[]] => [
        { type: 'object', properties: { value: schema } },
        tests.map(({ data: value }) => ({ value })),
      ]),
      ...fc
        .sample(settingsSchemas, { numRuns: 1_300, seed: 1 })
        .map((schema): [Schema, JsonObject[]] => [schema, fc.sample(objectsOf(schema), { numRuns: 8, seed: 1 })]),
    ];
    const differences = pairs
      .filter(([schema]) => isUsable(schema))
      .flatMap(([schema, targets]) =>
        targets.flatMap((target) => {
          const difference = differenceOf(schema, target, counts);
          return difference === null ? [] : [JSON.stringify({ difference, schema, target })];
        }),
      );
    expect(differences).toEqual([]);
    expect(counts.pairs).toBeGreaterThanOrEqual(10_000);
    expect(Math.min(counts.valid, counts.invalid, counts.entered)).toBeGreaterThan(3_000);
  });
});
