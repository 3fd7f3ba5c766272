/** The references of a JSON Schema, which stay inside it. */
import { pointerSegments, pointerTo } from './pointer.js';
import { subschemasOf, type Subschema } from './schema-traversal.js';

/**
 * The target of a reference as a pointer into the manifest. Null for a reference to another document, and for one
 * that is not a JSON Pointer.
 */
export function referenceTarget(reference: string, root: string): string | null {
  if (!/^#(?:\/|$)/.test(reference)) return null;
  try {
    // Decoded and encoded again, because escaped characters (`~1`, `%2F`) have more than one spelling.
    return pointerSegments(decodeURIComponent(reference.slice(1))).reduce(pointerTo, root);
  } catch {
    return null;
  }
}

/** Pointers to the schemas that apply to the same value as this schema: its subschemas there, and what it refers to. */
export function appliedToSameValue(from: Subschema | undefined, root: string): string[] {
  if (from === undefined) return [];
  const inPlace = subschemasOf(from.schema, from.pointer).filter(({ applicator }) => applicator === 'in-place');
  const reference = from.schema['$ref'];
  const target = typeof reference === 'string' ? referenceTarget(reference, root) : null;
  return [...inPlace.map(({ pointer }) => pointer), ...(target === null ? [] : [target])];
}
