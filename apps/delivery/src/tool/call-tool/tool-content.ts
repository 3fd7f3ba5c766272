/** Reads a plugin's response to a tool call: `{"content": …}`, JSON by the rules of a request. Pure. */
import { InvalidJson, readJson, type Json } from '@kushk/contracts';

/** The content may have the depth of a request body (docs/reference/limits.md). */
const MAX_DEPTH = 64 + 1;

/** The content, or why the bytes are not a valid response. Other members are ignored. */
export type ToolContent = { readonly content: Json } | { readonly reason: string; readonly at?: string | number };

export function readToolContent(body: Uint8Array): ToolContent {
  if (body.length === 0) return { reason: 'empty' };
  let value: unknown;
  try {
    value = readJson(body, { depth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof InvalidJson)) throw error;
    const at = error.inexactNumber ?? error.position;
    return { reason: error.reason, ...(at !== null && { at }) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, 'content'))
    return { reason: 'no object with content' };
  return { content: (value as { readonly content: Json }).content };
}
