/** What the hub signs about the rollout of a release (docs/reference/rollout.md). */
import { canonicalJson } from './canonical.js';
import { verifyDsse } from './dsse.js';
import type { Statement } from './release-statement.js';
import type { Jwks } from './signing-key.js';

/** The version is that of the statement's form: instances of another version reject it. */
export const ROLLOUT_PAYLOAD_TYPE = 'application/vnd.kushk.release-rollout.v1+json';
const STATES = ['running', 'halted', 'complete', 'superseded', 'ended'] as const;

/**
 * How far a release is rolled out, as the hub states it. `sequence` increases per release and is at least the time of
 * the decision in epoch milliseconds.
 */
export interface RolloutStatement {
  readonly plugin_id: string;
  readonly version: string;
  readonly state: (typeof STATES)[number];
  /** More than 0 and at most 100, with at most two decimal places. */
  readonly percent: number;
  readonly sequence: number;
  readonly at: string;
}

/** Returns the statement about a rollout in canonical JSON. */
export function rolloutStatement({ plugin_id, version, state, percent, sequence, at }: RolloutStatement): Statement {
  const text = canonicalJson({ plugin_id, version, state, percent, sequence, at });
  return { payloadType: ROLLOUT_PAYLOAD_TYPE, payload: Buffer.from(text, 'utf8') };
}

/**
 * Returns the statement about a rollout in an envelope, or null when the content is not one or no key of the set signed
 * it.
 */
export function openRolloutStatement(
  publicJwks: Jwks,
  envelope: unknown,
): (RolloutStatement & { readonly kid: string }) | null {
  const content = verifyDsse(publicJwks, envelope);
  if (content?.payloadType !== ROLLOUT_PAYLOAD_TYPE) return null;
  const { plugin_id, version, state: named, percent, sequence, at } = objectIn(content.payload);
  const state = STATES.find((each) => each === named);
  if (typeof plugin_id !== 'string' || typeof version !== 'string' || typeof at !== 'string') return null;
  if (typeof sequence !== 'number' || !Number.isSafeInteger(sequence) || state === undefined) return null;
  if (typeof percent !== 'number' || !(percent > 0 && percent <= 100)) return null;
  return { plugin_id, version, state, percent, sequence, at, kid: content.kid };
}

function objectIn(payload: Buffer): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(payload.toString('utf8'))) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
