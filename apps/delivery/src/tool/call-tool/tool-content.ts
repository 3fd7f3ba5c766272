/** Parses a plugin's response to a tool call: `{"content": …}`, valid JSON of bounded depth. Pure. */
import type { Json } from '@kushk/contracts';

/** The depth limit of all JSON that the service accepts (docs/reference/limits.md). */
const MAX_DEPTH = 64;

/** Returns the content, or null when the bytes are not a valid response. Ignores other members. */
export function parseToolContent(body: Uint8Array): { readonly content: Json } | null {
  const value = parse(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, 'content'))
    return null;
  const { content } = value as { content: Json };
  return isShallow(content) ? { content } : null;
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch {
    return null;
  }
}

/**
 * Iterates level by level: recursion would overflow the stack on a response that is nested a hundred thousand levels
 * deep.
 */
function isShallow(value: Json): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item as object) : []));
    if (level.length === 0) return true;
  }
  return false;
}
