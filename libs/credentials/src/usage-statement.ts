/**
 * The content of a signed usage statement (docs/reference/usage.md). Sign it with
 * `signDsse(key, content.payloadType, content.payload)`.
 */
import { createHash } from 'node:crypto';
import type { UsageStatement } from '@kushk/contracts';
import { canonicalJson } from './canonical.js';
import type { Statement } from './release-statement.js';

export const USAGE_STATEMENT_PAYLOAD_TYPE = 'application/vnd.kushk.usage-statement+json';

/** Returns the statement in canonical JSON. */
export function usageStatementContent(statement: UsageStatement): Statement {
  return { payloadType: USAGE_STATEMENT_PAYLOAD_TYPE, payload: Buffer.from(canonicalJson(statement), 'utf8') };
}

/** Returns the digest of a payload, `sha256:<hex>`, by which the next statement names it. */
export function usageStatementDigest(payload: Uint8Array): string {
  return `sha256:${createHash('sha256').update(payload).digest('hex')}`;
}
