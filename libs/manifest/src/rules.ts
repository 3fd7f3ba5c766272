/**
 * The rules of a manifest that its JSON Schema cannot say (contract §4: the rest). Each looks only at what has the
 * right shape; what has not is told by the schema.
 */
import type { JsonObject } from '@kushk/contracts';
import { isObject, listOf, memberOf, objectsIn } from './json.js';
import { Kept } from './kept.js';
import { READING_SCOPES, SCOPES } from './manifest.js';
import { parseMu } from './mu.js';
import { MAX_RATE_MU } from './plans.js';
import { pointerTo } from './pointer.js';
import type { Finding } from './problem.js';
import {
  countSubschemas,
  MAX_SUBSCHEMAS_TOGETHER,
  misplacedSecrets,
  schemaFindings,
  tooManySubschemas,
} from './schema-check.js';

/** Every rule over one manifest, in no particular order. `isSafe`: nothing unsafe was found in it (json-safety.ts). */
export function ruleFindings(manifest: JsonObject, { isSafe }: { readonly isSafe: boolean }): Finding[] {
  const needs = neededScopes(manifest);
  return [
    ...missingScopes(manifest, needs),
    ...unusedScopes(manifest, needs),
    ...rateFindings(manifest),
    ...duplicates(manifest),
    ...jsonSchemas(manifest, isSafe),
  ];
}

/** A capability and the scope without which it cannot be used. */
interface Need {
  readonly path: string;
  readonly scope: string;
}

function neededScopes(manifest: JsonObject): Need[] {
  const proposals = objectsIn(memberOf(manifest, 'proposals')).map(([index, proposal]) => ({
    path: `/proposals/${index}/record_type`,
    scope: scopeOf('proposals', memberOf(proposal, 'record_type')),
  }));
  const sources = listOf(memberOf(manifest, 'sources')).map((kind, index) => ({
    path: `/sources/${index}`,
    scope: scopeOf('sources.intake', kind),
  }));
  const records = listOf(memberOf(manifest, 'records')).length > 0 ? [{ path: '/records', scope: 'records.own' }] : [];
  const plans = listOf(memberOf(manifest, 'plans')).length > 0 ? [{ path: '/plans', scope: 'wallet.consume' }] : [];
  // What names no scope that exists is wrong by itself already: asking for its scope would be a second wrong hint.
  return [...records, ...proposals, ...sources, ...plans].filter(({ scope }) => SCOPES.includes(scope));
}

/** Only a text names anything; `String` of an object from outside may even throw. */
function scopeOf(family: string, name: unknown): string {
  return `${family}.${typeof name === 'string' ? name : ''}`;
}

function scopesOf(manifest: JsonObject): string[] {
  const scopes = memberOf(manifest, 'scopes');
  return isObject(scopes) ? Object.keys(scopes) : [];
}

function missingScopes(manifest: JsonObject, needs: readonly Need[]): Finding[] {
  const requested = new Set(scopesOf(manifest));
  return needs
    .filter(({ scope }) => !requested.has(scope))
    .map(({ path, scope }) => ({ path, code: 'scope_missing', params: { scope } }));
}

/** Scopes for reading are used at run time, which a manifest cannot show. */
function unusedScopes(manifest: JsonObject, needs: readonly Need[]): Finding[] {
  const used = new Set<string>([...needs.map(({ scope }) => scope), ...READING_SCOPES]);
  return scopesOf(manifest)
    .filter((scope) => SCOPES.includes(scope) && !used.has(scope))
    .map((scope) => ({ path: pointerTo('/scopes', scope), code: 'scope_unused' }));
}

function rateFindings(manifest: JsonObject): Finding[] {
  const declared = new Set(objectsIn(memberOf(manifest, 'services')).map(([, service]) => memberOf(service, 'key')));
  return objectsIn(memberOf(manifest, 'plans')).flatMap(([index, plan]) => {
    const rates = memberOf(plan, 'rates');
    if (!isObject(rates)) return [];
    return Object.entries(rates).flatMap(([service, rate]): Finding[] => {
      const path = pointerTo(`/plans/${index}/rates`, service);
      const unknown: Finding[] = declared.has(service) ? [] : [{ path, code: 'service_undeclared' }];
      return isTooHigh(rate)
        ? [...unknown, { path, code: 'rate_too_high', params: { limit: Number(MAX_RATE_MU) } }]
        : unknown;
    });
  });
}

function isTooHigh(rate: unknown): boolean {
  if (typeof rate !== 'string' || !/^(?:0|[1-9]\d*)(?:\.\d{1,6})?$/.test(rate)) return false;
  const [amount, highest] = [parseMu(rate), parseMu(MAX_RATE_MU)];
  return amount === null || highest === null || amount > highest;
}

const NAMED_BY: readonly (readonly [part: string, key: string])[] = [
  ['records', 'type'],
  ['proposals', 'record_type'],
  ['services', 'key'],
  ['plans', 'key'],
  ['tools', 'name'],
];

function duplicates(manifest: JsonObject): Finding[] {
  const ui = memberOf(manifest, 'ui');
  const panels = isObject(ui) ? memberOf(ui, 'panels') : undefined;
  return [
    ...NAMED_BY.flatMap(([part, key]) => duplicatesIn(memberOf(manifest, part), `/${part}`, key)),
    ...duplicatesIn(panels, '/ui/panels', 'key'),
  ];
}

function duplicatesIn(list: unknown, path: string, key: string): Finding[] {
  const first = new Map<string, string>();
  return objectsIn(list).flatMap(([index, member]): Finding[] => {
    const name = memberOf(member, key);
    if (typeof name !== 'string') return [];
    const place = `${path}/${index}/${key}`;
    const known = first.get(name);
    if (known === undefined) first.set(name, place);
    return known === undefined ? [] : [{ path: place, code: 'duplicate', params: { first: known } }];
  });
}

/** A plugin brings the same schemas with every version, and to look through them is most of what a check costs. */
const judged = new Kept<readonly Finding[]>({
  maxEntries: 1_024,
  maxCharacters: 8_000_000,
  // A path repeats every name on its way: those of a small schema with one long name are hundreds of times its size.
  charactersOf: (findings) => findings.reduce((sum, { path }) => sum + path.length, 0),
});

function jsonSchemas(manifest: JsonObject, isSafe: boolean): readonly Finding[] {
  const within = (part: string, member: string): PlacedSchema[] =>
    objectsIn(memberOf(manifest, part)).map(([index, declaration]) => [
      memberOf(declaration, member),
      `/${part}/${index}/${member}`,
    ]);
  const all: readonly PlacedSchema[] = [
    ...within('records', 'schema'),
    ...within('tools', 'input_schema'),
    [memberOf(manifest, 'settings'), '/settings'],
  ];
  // JSON has no word for an infinite number: schemas that differ in one only have one text and two verdicts.
  return isSafe ? judged.get(JSON.stringify(all), () => findingsIn(all)) : findingsIn(all);
}

type PlacedSchema = readonly [schema: unknown, path: string];

function findingsIn(all: readonly PlacedSchema[]): Finding[] {
  let subschemas = 0;
  const found = all.flatMap(([schema, path]): Finding[] => {
    if (!isObject(schema)) return [];
    subschemas += countSubschemas(schema);
    // What comes after the limit is not compiled any more: that is what takes the time.
    return subschemas > MAX_SUBSCHEMAS_TOGETHER
      ? [tooManySubschemas(path, MAX_SUBSCHEMAS_TOGETHER)]
      : schemaFindings(schema, path);
  });
  const [settings, path] = all.at(-1) ?? [];
  return isObject(settings) && path !== undefined ? [...found, ...misplacedSecrets(settings, path)] : found;
}
