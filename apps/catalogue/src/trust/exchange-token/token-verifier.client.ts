/**
 * Verifies the identity tokens of CI systems with the keys that their issuers publish (OpenID Connect Discovery 1.0).
 * The addresses come from the operator and from the issuers, so they are checked like those of plugins.
 */
import type { OnApplicationShutdown } from '@nestjs/common';
import { createRemoteJWKSet, customFetch, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import { Agent, request } from 'undici';
import { realNow } from '@kushk/runtime';
import type { DestinationPolicy } from '@kushk/runtime/destination';
import { guardedConnector, systemResolver } from '@kushk/runtime/guarded-connector';

/** The algorithms of GitHub, GitLab and Forgejo. A shared secret and `none` are never accepted. */
const ALGORITHMS = ['RS256', 'ES256'];
const TOKEN_MAX_AGE_SECONDS = 600;
const CLOCK_TOLERANCE_SECONDS = 5;
const FETCH_TIMEOUT_MS = 5_000;
const DOCUMENT_MAX_BYTES = 256 * 1024;
const MAX_ISSUERS = 200;
/** How long the address of the keys is remembered. The keys themselves are read again for a key that is not known. */
const DISCOVERY_MS = 3_600_000;
/** The least time between two attempts to read from one issuer. */
const COOLDOWN_MS = 10_000;

export interface ExpectedToken {
  readonly issuer: string;
  readonly audience: string;
}

export class TokenVerifier implements OnApplicationShutdown {
  private readonly agent: Agent;
  private readonly keys = new LRUCache<string, Promise<JWTVerifyGetKey>>({ max: MAX_ISSUERS, ttl: DISCOVERY_MS });

  constructor(policy: DestinationPolicy) {
    this.agent = new Agent({ connect: guardedConnector(policy, systemResolver()), connections: 2 });
  }

  /** Returns the claims of a token that this issuer signed for this audience. Rejects for every other token. */
  async verify(token: string, { issuer, audience }: ExpectedToken): Promise<JWTPayload> {
    const { payload } = await jwtVerify(token, await this.keysOf(issuer), {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: TOKEN_MAX_AGE_SECONDS,
      requiredClaims: ['exp', 'iat'],
      currentDate: realNow(),
    });
    return payload;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  private keysOf(issuer: string): Promise<JWTVerifyGetKey> {
    const found = this.keys.get(issuer);
    if (found !== undefined) return found;
    const keys = this.discover(issuer);
    this.keys.set(issuer, keys);
    keys.catch(() => this.keys.set(issuer, keys, { ttl: COOLDOWN_MS }));
    return keys;
  }

  private async discover(issuer: string): Promise<JWTVerifyGetKey> {
    const configuration = (await this.read(`${issuer}/.well-known/openid-configuration`)) as Partial<
      Record<'issuer' | 'jwks_uri', unknown>
    >;
    if (configuration.issuer !== issuer || typeof configuration.jwks_uri !== 'string')
      throw new Error('the configuration is that of another issuer');
    return createRemoteJWKSet(new URL(configuration.jwks_uri), {
      cooldownDuration: COOLDOWN_MS,
      timeoutDuration: FETCH_TIMEOUT_MS,
      [customFetch]: async (url) => Response.json(await this.read(url)),
    });
  }

  /** Reads a JSON document without following redirects. */
  private async read(url: string): Promise<unknown> {
    const { statusCode, body } = await request(url, {
      dispatcher: this.agent,
      headers: { accept: 'application/json', 'user-agent': 'Kushk/1' },
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    });
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of body as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > DOCUMENT_MAX_BYTES) throw new Error('the document is too large');
      parts.push(part);
    }
    if (statusCode !== 200) throw new Error(`the issuer answered ${statusCode}`);
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  }
}
