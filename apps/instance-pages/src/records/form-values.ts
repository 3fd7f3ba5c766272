/** What a form sends, and which fields two people edited at once. */
import type { Editable, FieldSpec, Values } from './record-types.js';

const same = (left: unknown, right: unknown): boolean => JSON.stringify(left ?? null) === JSON.stringify(right ?? null);

/** The fields of a form that differ from the record. An empty text of an optional field empties the field. */
export function changedValues(fields: readonly FieldSpec[], before: Values, after: Values): Values {
  return Object.fromEntries(
    fields
      .map((spec) => [spec.field, wireValue(spec, after[spec.field])] as const)
      .filter(([field, value]) => !same(before[field], value)),
  );
}

/** The fields of a new record: what is empty is left out, so that the service's defaults count. */
export function newValues(fields: readonly FieldSpec[], values: Values): Values {
  return Object.fromEntries(
    fields
      .map((spec) => [spec.field, wireValue(spec, values[spec.field])] as const)
      .filter(([, value]) => value !== null && value !== undefined),
  );
}

function wireValue({ kind, isRequired = false }: FieldSpec, value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null;
  const text = kind === 'long' ? value : value.trim();
  return text.trim() === '' && !isRequired ? null : text;
}

const msOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

/** The values with one changed. An event that begins at another time lasts as long as before. */
export function withValue(values: Values, field: string, value: unknown): Values {
  const next = { ...values, [field]: value };
  const end = msOf(value) + msOf(values['ends_at']) - msOf(values['starts_at']);
  return field !== 'starts_at' || Number.isNaN(end) ? next : { ...next, ends_at: new Date(end).toISOString() };
}

export interface FieldConflict {
  readonly field: string;
  /** The value that another person has saved meanwhile. */
  readonly theirs: unknown;
  readonly mine: unknown;
}

/** The fields that the person changed and another person has saved with another value since `before` was read. */
export function conflictsBetween(before: Editable, latest: Editable, changes: Values): readonly FieldConflict[] {
  return Object.entries(changes)
    .filter(([field, mine]) => !same(before[field], latest[field]) && !same(latest[field], mine))
    .map(([field, mine]) => ({ field, theirs: latest[field] ?? null, mine }));
}

/** Whether every required field has a value. */
export function isComplete(fields: readonly FieldSpec[], values: Values): boolean {
  return fields.every(({ field, isRequired = false }) => {
    const value = values[field];
    return !isRequired || (typeof value === 'string' && value.trim() !== '');
  });
}

/** What the service says is wrong, by field. Whatever belongs to no field of the form is under the empty name. */
export function problemsByField(
  fields: readonly FieldSpec[],
  problems: readonly { readonly path: string; readonly message: string }[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { path, message } of problems) {
    const [, first = ''] = path.split('/');
    const field = fields.some((spec) => spec.field === first) ? first : '';
    found.set(field, [...(found.get(field) ?? []), message]);
  }
  return found;
}
