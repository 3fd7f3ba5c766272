/**
 * Finds values that cannot be stored, signed or displayed, and that no manifest may therefore contain. PostgreSQL
 * stores no NUL. RFC 8785 canonicalizes neither lone surrogates nor infinite numbers. `__proto__` has a special
 * meaning in every program that copies objects.
 */
import { pointerTo } from './pointer.js';
import type { Finding } from './problem.js';

/** The maximum nesting depth of a document (docs/reference/limits.md). */
export const MAX_DEPTH = 64;

const MAX_FINDINGS = 2_000;

/**
 * All unsafe values of a document. If the document is nested too deeply, this is the only finding, and no other check
 * may traverse the document.
 */
export function safetyFindings(document: unknown): Finding[] {
  const found: Finding[] = [];
  return visit(document, [], found) ? found : [{ path: '', code: 'too_deep', params: { limit: MAX_DEPTH } }];
}

/**
 * Returns false as soon as the depth limit is exceeded. A pointer is built only for a finding, because most documents
 * are safe.
 */
function visit(value: unknown, path: (string | number)[], found: Finding[]): boolean {
  if (path.length > MAX_DEPTH) return false;
  if (typeof value === 'string' && !isStorable(value)) report('text_unsafe', path, found);
  if (typeof value === 'number' && !Number.isFinite(value)) report('number_unsafe', path, found);
  if (typeof value !== 'object' || value === null) return true;
  const isList = Array.isArray(value);
  for (const name of Object.keys(value)) {
    path.push(name);
    if (!isList && name === '__proto__') report('key_forbidden', path, found);
    if (!isList && !isStorable(name)) report('text_unsafe', path, found);
    if (!visit((value as Readonly<Record<string, unknown>>)[name], path, found)) return false;
    path.pop();
  }
  return true;
}

function report(code: Finding['code'], path: readonly (string | number)[], found: Finding[]): void {
  if (found.length <= MAX_FINDINGS) found.push({ path: path.reduce<string>(pointerTo, ''), code });
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
