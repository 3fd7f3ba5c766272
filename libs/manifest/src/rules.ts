/**
 * The rules of a manifest that its JSON Schema cannot express. A rule skips values of the wrong shape, because the
 * schema reports those.
 */
import type { JsonObject } from '@kushk/contracts';
import { LRUCache } from 'lru-cache';
import { defaultFindings } from './default-findings.js';
import { exampleFindings } from './example-findings.js';
import { isObject, listOf, memberOf, objectsIn } from './json.js';
import { READING_SCOPES, SCOPES } from './manifest.js';
import { parseMu } from './mu.js';
import { MAX_RATE_MU } from './plans.js';
import { pointerTo } from './pointer.js';
import type { Finding, Hint } from './problem.js';
import { hasPages } from './silent-mistakes.js';
import { countSubschemas, MAX_SUBSCHEMAS_TOGETHER, schemaFindings, tooManySubschemas } from './schema-check.js';
import { secretDefaults } from './secret-defaults.js';
import { settingTextFindings } from './setting-texts.js';
import { BudgetExceeded, MAX_STEPS, StepBudget } from './step-budget.js';
import { unmarkedSecrets } from './unmarked-secrets.js';

/** The findings of all rules, in no particular order. `isSafe`: json-safety.ts found nothing in the manifest. */
export function ruleFindings(manifest: JsonObject, { isSafe }: { readonly isSafe: boolean }): Finding[] {
  const needs = requiredScopes(manifest);
  return [
    ...missingScopes(manifest, needs),
    ...unusedScopes(manifest, needs),
    ...rateFindings(manifest),
    ...partsWithoutAddress(manifest),
    ...duplicates(manifest),
    ...jsonSchemas(manifest, isSafe),
  ];
}

/** A scope and the path of the capability that cannot be used without it. */
interface RequiredScope {
  readonly path: string;
  readonly scope: string;
}

function requiredScopes(manifest: JsonObject): RequiredScope[] {
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
  // The schema already reports an unknown record type or source. Reporting a missing scope for it would be
  // misleading.
  return [...records, ...proposals, ...sources, ...plans].filter(({ scope }) => SCOPES.includes(scope));
}

/** `String` of an untrusted object may throw, so anything except a string becomes the empty name. */
function scopeOf(family: string, name: unknown): string {
  return `${family}.${typeof name === 'string' ? name : ''}`;
}

function scopesOf(manifest: JsonObject): string[] {
  const scopes = memberOf(manifest, 'scopes');
  return isObject(scopes) ? Object.keys(scopes) : [];
}

function missingScopes(manifest: JsonObject, needs: readonly RequiredScope[]): Finding[] {
  const requested = new Set(scopesOf(manifest));
  return needs
    .filter(({ scope }) => !requested.has(scope))
    .map(({ path, scope }) => ({ path, code: 'scope_missing', params: { scope } }));
}

/** Read scopes never count as unused: plugins use them at run time, which a manifest does not show. */
function unusedScopes(manifest: JsonObject, needs: readonly RequiredScope[]): Finding[] {
  const sells = listOf(memberOf(manifest, 'services')).length > 0 ? ['wallet.consume'] : [];
  const used = new Set<string>([...needs.map(({ scope }) => scope), ...READING_SCOPES, ...sells]);
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
      return exceedsMaxRate(rate)
        ? [...unknown, { path, code: 'rate_too_high', params: { limit: Number(MAX_RATE_MU) } }]
        : unknown;
    });
  });
}

function exceedsMaxRate(rate: unknown): boolean {
  if (typeof rate !== 'string' || !/^(?:0|[1-9]\d*)(?:\.\d{1,6})?$/.test(rate)) return false;
  const [amount, highest] = [parseMu(rate), parseMu(MAX_RATE_MU)];
  return amount === null || highest === null || amount > highest;
}

/** The service calls tools and embeds pages at `base_url`, also those of a plugin that polls. */
function partsWithoutAddress(manifest: JsonObject): Finding[] {
  if (memberOf(manifest, 'delivery') !== 'poll' || memberOf(manifest, 'base_url') !== undefined) return [];
  return [
    ...(listOf(memberOf(manifest, 'tools')).length > 0 ? ['/tools'] : []),
    ...(hasPages(manifest) ? ['/ui'] : []),
  ].map((path) => ({ path, code: 'base_url_needed' }));
}

const UNIQUE_KEYS: readonly (readonly [part: string, key: string])[] = [
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
    ...UNIQUE_KEYS.flatMap(([part, key]) => duplicatesIn(memberOf(manifest, part), `/${part}`, key)),
    ...duplicatesIn(panels, '/ui/panels', 'key'),
  ];
}

const RENAME: Hint = {
  en: 'give one of the two another name, or remove it',
  fa: 'نام یکی از دو مورد را عوض یا آن را حذف کنید',
};

function duplicatesIn(list: unknown, path: string, key: string): Finding[] {
  const first = new Map<string, string>();
  return objectsIn(list).flatMap(([index, member]): Finding[] => {
    const name = memberOf(member, key);
    if (typeof name !== 'string') return [];
    const location = `${path}/${index}/${key}`;
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, location);
    return earlier === undefined
      ? []
      : [{ path: location, code: 'duplicate', params: { first: earlier }, hint: RENAME }];
  });
}

/**
 * Cached, because most versions of a plugin have the same schemas, and checking schemas is most of the cost of
 * checking a manifest.
 */
const findingsByText = new LRUCache<string, readonly Finding[], readonly LocatedSchema[]>({
  max: 1_024,
  maxSize: 8_000_000,
  // A path contains the names of all ancestors, so the paths of a small schema with one long name are hundreds of
  // times its size.
  sizeCalculation: (findings, text) => findings.reduce((sum, { path }) => sum + path.length, text.length),
  memoMethod: (_text, _stale, { context }) => findingsIn(context),
});

function jsonSchemas(manifest: JsonObject, isSafe: boolean): readonly Finding[] {
  const within = (part: string, member: string): LocatedSchema[] =>
    objectsIn(memberOf(manifest, part)).map(([index, declaration]) => [
      memberOf(declaration, member),
      `/${part}/${index}/${member}`,
    ]);
  const all: readonly LocatedSchema[] = [
    ...within('records', 'schema'),
    ...within('tools', 'input_schema'),
    [memberOf(manifest, 'settings'), '/settings'],
  ];
  // JSON writes an infinite number as null, so two schemas with different findings may have the same text.
  return isSafe ? findingsByText.memo(JSON.stringify(all), { context: all }) : findingsIn(all);
}

type LocatedSchema = readonly [schema: unknown, path: string];

/** All schemas of a manifest share one budget. The schema that exceeds it is the last one that is checked. */
function findingsIn(all: readonly LocatedSchema[]): Finding[] {
  const budget = new StepBudget(MAX_STEPS);
  const found: Finding[] = [];
  // Separate, because the defaults of settings are checked only when their schema has no finding.
  const shown: Finding[] = [];
  let subschemas = 0;
  for (const [schema, path] of all) {
    if (!isObject(schema)) continue;
    subschemas += countSubschemas(schema);
    // Schemas beyond the limit are not checked, because checking them would take most of the time.
    if (subschemas > MAX_SUBSCHEMAS_TOGETHER) {
      found.push(tooManySubschemas(path, MAX_SUBSCHEMAS_TOGETHER));
      continue;
    }
    try {
      const own = schemaFindings(schema, path, budget);
      found.push(...own);
      const withDefaults = path !== '/settings';
      if (own.length === 0) shown.push(...exampleFindings(schema, path, { budget, withDefaults }));
    } catch (stop) {
      if (stop instanceof BudgetExceeded) return [...found, { path, code: 'too_expensive' }];
      throw stop;
    }
  }
  const [settings, path] = all.at(-1) ?? [];
  return isObject(settings) && path !== undefined
    ? [...found, ...shown, ...settingFindings(settings, { path, found, budget })]
    : [...found, ...shown];
}

/** What is wrong with settings beyond their schema. `found`: the findings of all schemas. */
function settingFindings(
  settings: JsonObject,
  { path, found, budget }: { readonly path: string; readonly found: readonly Finding[]; readonly budget: StepBudget },
): Finding[] {
  const own = found.filter((finding) => finding.path === path || finding.path.startsWith(`${path}/`));
  // Settings beyond the limits are not searched, because a search would take most of the time.
  if (own.some(({ code }) => code === 'schema_too_large')) return [];
  const texts = [
    ...unmarkedSecrets(settings, path),
    ...secretDefaults(settings, path),
    ...settingTextFindings(settings, path),
  ];
  // The defaults are checked with the schema, which must be usable for that.
  return own.length === 0 ? [...texts, ...defaultFindings(settings, path, budget)] : texts;
}
