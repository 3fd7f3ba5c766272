/** Whether a plugin's answer to a tool call is one: `{"content": …}`, sound JSON, not too deep. Pure. */
import type { Json } from '@kushk/contracts';

/** As deep as any JSON that the service takes (contract §3). */
const MAX_DEPTH = 64;

/** The content, or null when the bytes are no such answer. Other members are left out. */
export function contentOf(body: Uint8Array): { readonly content: Json } | null {
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

/** Level by level and not by recursion: a hostile answer may nest a hundred thousand deep. */
function isShallow(value: Json): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item as object) : []));
    if (level.length === 0) return true;
  }
  return false;
}
