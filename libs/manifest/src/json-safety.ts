/**
 * What no manifest may hold anywhere, whatever its schema says: it could not be stored, signed or shown. PostgreSQL
 * stores no NUL, RFC 8785 signs no broken Unicode and no infinite number, and `__proto__` means something else to
 * every program that copies objects.
 */
import { isObject } from './json.js';
import { pointerTo } from './pointer.js';
import type { Finding } from './problem.js';

/** How deep a document may be nested (contract §3). */
export const MAX_DEPTH = 64;

const MAX_FINDINGS = 2_000;

/** Everything unsafe in a document; where it is nested too deeply only that, and nobody should walk it further. */
export function safetyFindings(document: unknown): Finding[] {
  if (isDeeperThan(document, MAX_DEPTH)) return [{ path: '', code: 'too_deep', params: { limit: MAX_DEPTH } }];
  const found: Finding[] = [];
  look(document, '', found);
  return found;
}

/** Goes level by level, so that nesting cannot exhaust the stack. */
function isDeeperThan(document: unknown, limit: number): boolean {
  let level = [document];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : []));
  }
  return false;
}

function look(value: unknown, path: string, found: Finding[]): void {
  if (found.length > MAX_FINDINGS) return;
  if (typeof value === 'string' && !isStorable(value)) found.push({ path, code: 'text_unsafe' });
  if (typeof value === 'number' && !Number.isFinite(value)) found.push({ path, code: 'number_unsafe' });
  if (Array.isArray(value)) value.forEach((member, index) => { look(member, pointerTo(path, index), found); });
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const place = pointerTo(path, name);
    if (name === '__proto__') found.push({ path: place, code: 'key_forbidden' });
    if (!isStorable(name)) found.push({ path: place, code: 'text_unsafe' });
    look(member, place, found);
  }
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
