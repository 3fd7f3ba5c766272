/**
 * Schemas of draft-07, which generators write and MCP servers send. They are accepted where they mean the same in JSON
 * Schema 2020-12. Everything else gets a finding that names the keyword.
 */
import type { JsonObject } from '@kushk/contracts';
import { pointerTo } from './pointer.js';
import type { Finding, Hint } from './problem.js';
import type { Subschema } from './schema-traversal.js';

const DRAFT_07 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/;
/** Keywords that say nothing about values, so it does not matter whether they apply beside a reference. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['$ref', '$schema', '$id', '$comment', 'title', 'description', 'default', 'examples', 'deprecated'],
  ...['readOnly', 'writeOnly', 'definitions', '$defs'],
]);

export function isDraft07(schema: JsonObject): boolean {
  return typeof schema['$schema'] === 'string' && DRAFT_07.test(schema['$schema']);
}

/** What a subschema would mean in another way than its author knows from an older draft. */
export function draftFindings({ schema, pointer }: Subschema, isOfDraft07: boolean): Finding[] {
  if (Array.isArray(schema['items'])) return [invalid(pointerTo(pointer, 'items'), LIST, PREFIX_ITEMS)];
  if (!isOfDraft07 || schema['$ref'] === undefined) return [];
  const ignored = Object.keys(schema).find((keyword) => !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-'));
  if (ignored === undefined) return [];
  return [invalid(pointerTo(pointer, ignored), IGNORED, IN_ALL_OF)];
}

function invalid(path: string, reason: Hint, hint: Hint): Finding {
  return { path, code: 'schema_invalid', params: { reason }, hint };
}

const LIST: Hint = { en: 'is a list of schemas', fa: 'فهرستی از schemaهاست' };
const IGNORED: Hint = {
  en: 'draft-07 ignores it beside $ref, and 2020-12 does not',
  fa: 'draft-07 آن را کنار ‎$ref نادیده می‌گیرد و 2020-12 نه',
};
const PREFIX_ITEMS: Hint = {
  en: 'write prefixItems instead of items, and items instead of additionalItems',
  fa: 'به‌جای items بنویسید prefixItems و به‌جای additionalItems بنویسید items',
};
const IN_ALL_OF: Hint = {
  en: 'remove it, or write 2020-12 in $schema',
  fa: 'آن را حذف کنید، یا در ‎$schema نسخهٔ 2020-12 را بنویسید',
};
