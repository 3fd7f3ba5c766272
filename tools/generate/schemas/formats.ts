/**
 * The formats of fields in responses, by name. A name has one meaning in all APIs, so types need not repeat what a text
 * or a number looks like.
 */
import { formatOf } from '../../../apps/gateway/src/openapi/formats.js';
import { PLATFORM_RECORD_TYPES } from '../../../libs/manifest/src/manifest.js';
import type { Schema } from './json-schema.js';

const MU_FIELDS = new Set([
  'available',
  'available_after',
  'carried_in',
  'carried_out',
  'charged',
  'consumed',
  'gifted',
  'held',
  'held_after',
  'low_threshold',
  'monthly',
  'mu',
  'mu_consumed',
  'mu_gifted',
  'mu_reversed',
  'mu_revoked',
  'mu_purchased',
  'purchased',
  'rate',
  'released',
  'required',
  'reversed',
  'revoked',
  'threshold',
]);
const ID_PREFIXES: Readonly<Record<string, string>> = {
  installation_id: 'ins',
  organisation_id: 'org',
  hold_id: 'hld',
};
/** All numbers of the APIs are whole, except measured durations, the amount of a case, percentages and their points. */
const FRACTIONAL_FIELDS = new Set(['duration_ms', 'amount', 'percent', 'error_points', 'failed_percent']);

/** Adds the keywords of a field's format to its schema. */
export function withFormat(name: string, schema: Schema): Schema {
  // The platform records that proposals and rules change. A panel without a type stands beside all of them.
  if (name === 'record_type' && schema['type'] === 'string') return { ...schema, enum: PLATFORM_RECORD_TYPES };
  const types = [schema['type']].flat();
  if (types.includes('string')) return { ...schema, ...textFormat(name) };
  if (types.includes('number') && !FRACTIONAL_FIELDS.has(name))
    return { ...schema, type: Array.isArray(schema['type']) ? types.map(asInteger) : 'integer' };
  const values = schema['additionalProperties'];
  if (name === 'rates' && typeof values === 'object') return { ...schema, additionalProperties: formatOf.mu };
  return schema;
}

function asInteger(type: unknown): unknown {
  return type === 'number' ? 'integer' : type;
}

function textFormat(name: string): Schema {
  if (/(?:_at|^at|^as_of|^since|_until)$/.test(name)) return { format: 'date-time' };
  if (/_on$/.test(name)) return { format: 'date' };
  if (MU_FIELDS.has(name)) return { pattern: formatOf.mu['pattern'] };
  if (name === 'month') return { pattern: formatOf.month.pattern };
  const prefix = ID_PREFIXES[name];
  return prefix === undefined ? {} : { pattern: formatOf.id(prefix)['pattern'] };
}
