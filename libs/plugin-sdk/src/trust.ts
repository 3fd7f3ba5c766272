/**
 * Decides which instances a plugin trusts. The first `installed` call delivers the secret with which later calls are
 * signed, so that call cannot be verified with the secret. Therefore an instance also signs lifecycle calls with its
 * own key (`Service-Issuer-Signature`). The plugin trusts that key in three cases: a trusted hub lists the key, the
 * plugin has pinned the key, or the plugin trusts the instance's address. In each of them the key must be listed for
 * the origin that the signature names (`service_origins`), so that no instance can sign for another one.
 */
import { readIssuer, verifyIssuer } from '@kushk/credentials';

/** A public key as a JSON Web Key (RFC 7517): `{"kty":"OKP","crv":"Ed25519","x":…,"kid":…}`. */
export type Jwk = Readonly<Record<string, unknown>>;

/** A set of public keys, as `/.well-known/jwks.json` returns it. */
export interface Jwks {
  readonly keys: readonly Jwk[];
}

/** Set at least one field. An instance is trusted if it satisfies any of them. */
export interface Trust {
  /** The URL of a hub's keys, `{hub}/.well-known/jwks.json`. Every instance whose key this hub lists is trusted. */
  readonly hubJwksUrl?: string;
  /** The hub's keys, pinned instead of fetched from `hubJwksUrl`. */
  readonly hubKeys?: Jwks;
  /** Pinned keys of individual instances. */
  readonly instanceKeys?: Jwks;
  /** Origins of trusted instances, for example `https://assistant.example`. Their keys are fetched from there. */
  readonly serviceOrigins?: readonly string[];
}

export interface IssuerClaim {
  /** The value of the `Service-Issuer-Signature` header. */
  readonly signature: unknown;
  readonly body: Buffer;
  readonly pluginId: string;
  /** The origin of the URL in `api_base` of the installation that is called; null when the `api_base` is unknown. */
  readonly origin: string | null;
  readonly nowSeconds: number;
}
export interface IssuerVerdict {
  readonly isTrusted: boolean;
  /** When the issuer signed, in Unix seconds. */
  readonly issuedAt: number;
  /** Where keys were requested, each with what became of it: what the log shows. */
  readonly requests: readonly { readonly url: string; readonly result: string }[];
}
export type VerifyIssuer = (claim: IssuerClaim) => Promise<IssuerVerdict>;

const FETCH_TIMEOUT_MS = 4_000;
const MAX_JWKS_LENGTH = 256 * 1024;
const MAX_AGE_MS = 10 * 60_000;
/** Minimum time between two fetches of a key set, because each unknown key id would otherwise cause a fetch. */
const MIN_REFRESH_MS = 10_000;

/**
 * Returns a function that verifies issuer signatures. Throws a `TypeError` when `trust` is empty, because a plugin
 * that trusts every instance would store an attacker's credentials. Without it nothing is trusted.
 */
export function issuerVerifier(trust: Trust | undefined): VerifyIssuer {
  if (trust === undefined) return () => Promise.resolve({ isTrusted: false, issuedAt: 0, requests: [] });
  if (
    trust.hubJwksUrl === undefined &&
    trust.hubKeys === undefined &&
    trust.instanceKeys === undefined &&
    trust.serviceOrigins === undefined
  ) {
    throw new TypeError('trust must contain hubJwksUrl, hubKeys, instanceKeys or serviceOrigins');
  }
  const cache = new KeySetCache();
  const origins = new Set((trust.serviceOrigins ?? []).map((origin) => new URL(origin).origin));

  return async ({ signature, body, pluginId, origin, nowSeconds }) => {
    const claims = readIssuer(signature);
    const requests: { url: string; result: string }[] = [];
    const verdict = (isTrusted: boolean): IssuerVerdict => ({ isTrusted, issuedAt: claims?.iat ?? 0, requests });
    if (claims === null || (origin !== null && claims.iss !== origin)) return verdict(false);
    const keysOf = async (url: string): Promise<Jwks> => {
      const { keys, result } = await cache.keys(url, claims.kid);
      requests.push({ url, result });
      return { keys };
    };
    const verifiesWith = (keys: Jwks): boolean =>
      verifyIssuer(keys, { signature, body }, { aud: pluginId, nowSeconds }) !== null;
    if (trust.instanceKeys !== undefined && verifiesWith(trust.instanceKeys)) return verdict(true);
    const certified = {
      keys: [
        ...(trust.hubKeys?.keys ?? []),
        ...(trust.hubJwksUrl === undefined ? [] : (await keysOf(trust.hubJwksUrl)).keys),
      ],
    };
    if (verifiesWith(certified)) return verdict(true);
    return verdict(origins.has(claims.iss) && verifiesWith(await keysOf(`${claims.iss}/.well-known/jwks.json`)));
  };
}

interface KeySet extends Jwks {
  /** What became of the request, for the log. */
  readonly result: string;
}

/**
 * Caches key sets by URL for ten minutes. An unknown key id causes an earlier fetch. When a fetch fails, the cached
 * key set is used, or an empty one when nothing is cached.
 */
class KeySetCache {
  private readonly sets = new Map<string, { keys: readonly Jwk[]; at: number }>();

  async keys(url: string, kid: string): Promise<KeySet> {
    const cached = this.sets.get(url);
    const ageMs = cached === undefined ? Infinity : performance.now() - cached.at;
    const known = cached?.keys.some((key) => key['kid'] === kid) === true;
    if (cached !== undefined && (known ? ageMs < MAX_AGE_MS : ageMs < MIN_REFRESH_MS))
      return { keys: cached.keys, result: 'it answered' };
    const { keys, result } = await fetchKeys(url);
    // During an outage of the hub, the cached keys stay valid and the next call fetches again.
    if (keys === null) return { keys: cached?.keys ?? [], result };
    this.sets.set(url, { keys, at: performance.now() });
    return { keys, result };
  }
}

async function fetchKeys(address: string): Promise<{ readonly keys: readonly Jwk[] | null; readonly result: string }> {
  const none = (result: string) => ({ keys: null, result });
  try {
    const url = new URL(address);
    if (url.protocol !== 'https:' && !isLoopback(url.hostname)) return none('not requested: it is not https');
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    if (!response.ok) return none(`status ${response.status}`);
    const text = await response.text();
    const set = text.length > MAX_JWKS_LENGTH ? null : (JSON.parse(text) as { keys?: unknown } | null);
    if (!Array.isArray(set?.keys)) return none('no key set');
    const keys = set.keys.filter((key): key is Jwk => typeof key === 'object' && key !== null);
    return { keys, result: 'it answered' };
  } catch (error) {
    // Of a failed connection `cause` has the reason: `ECONNREFUSED`.
    const { message, cause } = error as Error & { readonly cause?: NodeJS.ErrnoException };
    return none(`no keys came: ${cause?.code ?? cause?.message ?? message}`);
  }
}

/** The service of the same machine, as a container reaches it: no other name server knows the name. */
const SERVICE_OF_CONTAINERS = 'service.containers.internal';

/** Whether the host is this machine. Only this machine may be reached over http. */
export function isLoopback(hostname: string): boolean {
  if (hostname === SERVICE_OF_CONTAINERS) return true;
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
