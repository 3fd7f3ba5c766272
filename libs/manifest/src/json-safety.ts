/**
 * What no manifest may hold anywhere, whatever its schema says: it could not be stored, signed or shown. PostgreSQL
 * stores no NUL, RFC 8785 signs no broken Unicode and no infinite number, and `__proto__` means something else to
 * every program that copies objects.
 */
import { pointerTo } from './pointer.js';
import type { Finding } from './problem.js';

/** How deep a document may be nested (contract §3). */
export const MAX_DEPTH = 64;

const MAX_FINDINGS = 2_000;

/** Everything unsafe in a document; where it is nested too deeply only that, and nobody should walk it further. */
export function safetyFindings(document: unknown): Finding[] {
  const found: Finding[] = [];
  return look(document, [], found) ? found : [{ path: '', code: 'too_deep', params: { limit: MAX_DEPTH } }];
}

/** Whether it came to the end. Places are written only of what is found: most documents are safe. */
function look(value: unknown, trail: (string | number)[], found: Finding[]): boolean {
  if (trail.length > MAX_DEPTH) return false;
  if (typeof value === 'string' && !isStorable(value)) tell('text_unsafe', trail, found);
  if (typeof value === 'number' && !Number.isFinite(value)) tell('number_unsafe', trail, found);
  if (typeof value !== 'object' || value === null) return true;
  const isList = Array.isArray(value);
  for (const name of Object.keys(value)) {
    trail.push(name);
    if (!isList && name === '__proto__') tell('key_forbidden', trail, found);
    if (!isList && !isStorable(name)) tell('text_unsafe', trail, found);
    if (!look((value as Readonly<Record<string, unknown>>)[name], trail, found)) return false;
    trail.pop();
  }
  return true;
}

function tell(code: Finding['code'], trail: readonly (string | number)[], found: Finding[]): void {
  if (found.length <= MAX_FINDINGS) found.push({ path: trail.reduce<string>(pointerTo, ''), code });
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
