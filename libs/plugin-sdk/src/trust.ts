/**
 * Whose `installed` a plugin believes. The first one brings the very secret that would prove it, so the instance
 * signs lifecycle calls with a key of its own (`Service-Issuer-Signature`), and the plugin knows that key because
 * the hub it has pinned certifies it, because the plugin has pinned it, or because it trusts that address.
 */
import { readIssuer, verifyIssuer, type Jwk, type Jwks } from '@kushk/credentials';

/** At least one of the four. */
export interface Trust {
  /** `{base_url}/.well-known/jwks.json` of the hub: every instance whose key the hub certifies is believed. */
  readonly hubJwksUrl?: string;
  /** The same keys, pinned. */
  readonly hubKeys?: Jwks;
  /** Keys of single instances, pinned. */
  readonly instanceKeys?: Jwks;
  /** Origins of instances (`https://assistant.example`), whose keys are fetched from there. */
  readonly serviceOrigins?: readonly string[];
}
export interface IssuerQuestion {
  readonly signature: unknown;
  readonly body: Buffer;
  readonly pluginId: string;
  /** Origin of the `api_base` at stake; null where none is known. */
  readonly origin: string | null;
  readonly nowSeconds: number;
}
export type IssuerCheck = (question: IssuerQuestion) => Promise<'trusted' | 'untrusted'>;

const FETCH_TIMEOUT_MS = 4_000;
const MAX_JWKS_LENGTH = 256 * 1024;
const FRESH_MS = 10 * 60_000;
/** An unknown key id is asked for at once, but not more often than this. */
const LEAST_PAUSE_MS = 10_000;

/** Throws when nothing is trusted: a plugin that believes everybody can be handed an attacker's credentials. */
export function issuerCheck(trust: Trust): IssuerCheck {
  if (
    trust.hubJwksUrl === undefined &&
    trust.hubKeys === undefined &&
    trust.instanceKeys === undefined &&
    trust.serviceOrigins === undefined
  ) {
    throw new TypeError('name whom to trust: hubJwksUrl, hubKeys, instanceKeys or serviceOrigins');
  }
  const fetched = new FetchedKeys();
  const origins = new Set((trust.serviceOrigins ?? []).map((origin) => new URL(origin).origin));

  return async ({ signature, body, pluginId, origin, nowSeconds }) => {
    const claims = readIssuer(signature);
    if (claims === null || (origin !== null && claims.iss !== origin)) return 'untrusted';
    const holdsBy = (keys: Jwks): boolean =>
      verifyIssuer(keys, signature, body, { aud: pluginId, nowSeconds }) !== null;
    if (trust.instanceKeys !== undefined && holdsBy(trust.instanceKeys)) return 'trusted';
    const servedAtOrigin = (): Promise<Jwks> => fetched.keys(`${claims.iss}/.well-known/jwks.json`, claims.kid);
    const certified = {
      keys: [
        ...(trust.hubKeys?.keys ?? []),
        ...(trust.hubJwksUrl === undefined ? [] : (await fetched.keys(trust.hubJwksUrl, claims.kid)).keys),
      ],
    };
    // Only once the hub vouches for the caller is an address of the caller's asked, to see that it is its own.
    if (holdsBy(certified) && holdsBy(await servedAtOrigin())) return 'trusted';
    return origins.has(claims.iss) && holdsBy(await servedAtOrigin()) ? 'trusted' : 'untrusted';
  };
}

/** Key sets by address, kept for ten minutes and asked for again when a key id is new. What cannot be had is empty. */
class FetchedKeys {
  private readonly sets = new Map<string, { keys: readonly Jwk[]; at: number }>();

  async keys(url: string, kid: string): Promise<Jwks> {
    const kept = this.sets.get(url);
    const ageMs = kept === undefined ? Infinity : performance.now() - kept.at;
    const known = kept?.keys.some((key) => key['kid'] === kid) === true;
    if (kept !== undefined && (known ? ageMs < FRESH_MS : ageMs < LEAST_PAUSE_MS)) return kept;
    const keys = await fetchKeys(url);
    // An outage of the hub must not make known keys unknown, nor hold back the next question.
    if (keys === null) return kept ?? { keys: [] };
    this.sets.set(url, { keys, at: performance.now() });
    return { keys };
  }
}

async function fetchKeys(address: string): Promise<readonly Jwk[] | null> {
  try {
    const url = new URL(address);
    if (url.protocol !== 'https:' && !isLoopback(url.hostname)) return null;
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    if (!response.ok) return null;
    const text = await response.text();
    const set = text.length > MAX_JWKS_LENGTH ? null : (JSON.parse(text) as { keys?: unknown } | null);
    return Array.isArray(set?.keys)
      ? set.keys.filter((key): key is Jwk => typeof key === 'object' && key !== null)
      : null;
  } catch {
    return null;
  }
}

/** The one place where http is allowed. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
