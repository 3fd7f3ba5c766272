/**
 * A handle is `kh_` followed by a sealed token. With a handle, a plugin or its page acts for one person
 * (docs/reference/wire-formats.md). The token contains the person and the purpose. On every use the service checks
 * whether the person is still a member of the organisation.
 */
import { seal, unseal, SealBroken, type SealingKey } from './seal.js';

export interface HandleClaims {
  readonly id: string;
  readonly installation_id: string;
  readonly person_id: string;
  readonly organisation_id: string;
  /** The session of the person; the handle ends with it. */
  readonly session_id: string;
  readonly purpose: 'page' | 'tool';
  /** URL origin of the plugin's page, from the signed manifest; null for the purpose `tool`. */
  readonly origin: string | null;
  /** The name of the tool and the id of the call; both are null for the purpose `page`. */
  readonly tool: string | null;
  readonly call_id: string | null;
  readonly read_only: boolean;
  /** RFC 3339 in UTC, e.g. `2026-11-20T10:00:00.000Z`. */
  readonly issued_at: string;
  readonly expires_at: string;
}

const PREFIX = 'kh_';
const CONTEXT = 'handle';
/** A handle has about 700 characters. Much longer strings are rejected before decryption. */
const MAX_LENGTH = 4096;
const SHAPE = /^kh_[A-Za-z0-9_-]+\.\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/** Seals the claims into a `kh_…` string that reveals only the id of the sealing key. */
export async function sealHandle(keys: readonly SealingKey[], claims: HandleClaims): Promise<string> {
  return PREFIX + (await seal(keys, claims, CONTEXT));
}

/**
 * Returns the claims of a handle, also of one that has expired, or null when the string is not a handle of this
 * instance or was changed. Code that accepts a handle also checks `isExpired`.
 */
export async function unsealHandle(keys: readonly SealingKey[], text: unknown): Promise<HandleClaims | null> {
  if (typeof text !== 'string' || text.length > MAX_LENGTH || !SHAPE.test(text)) return null;
  try {
    return await unseal<HandleClaims>(keys, text.slice(PREFIX.length), CONTEXT);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

export function isExpired({ expires_at }: HandleClaims, now: Date): boolean {
  return now.getTime() >= Date.parse(expires_at);
}
