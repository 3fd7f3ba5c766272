import type { FastifyRequest } from 'fastify';
import { bearerOf, Refused, type KnownCode } from '@kushk/edge';
import type { SendRequest } from '../http/route.js';
import type { Authenticated, CallerKind } from './caller.js';
import { limitedAddress } from './client-address.js';

/** Identifies the caller of a request. `send` sends requests to services, within the deadline of the HTTP request. */
export interface Authenticator {
  authenticate(request: FastifyRequest, send: SendRequest): Promise<Authenticated<unknown>>;
}

export type Authenticators = Readonly<Record<CallerKind, Authenticator>>;

const PREFIX = /^(kp|kr|ki|ks|kh)_/;

/**
 * Returns the single bearer token of a request. Throws the error `code` when there is no such token, more than one, or
 * one with the prefix of another kind: `accepted` lists the prefixes, the expected one first; none stands for the
 * access token of a person.
 */
export function bearerToken(request: FastifyRequest, code: KnownCode, accepted: readonly string[]): string {
  const reading = bearerOf(request.raw);
  if (reading.kind === 'none') throw Refused.with(code);
  if (reading.kind === 'refused') throw Refused.with(code, { reason: reading.reason });
  const given = PREFIX.exec(reading.text)?.[1];
  if (given !== undefined && !accepted.includes(given))
    throw Refused.with(code, { given, expected: accepted[0] ?? 'person' });
  return reading.text;
}

/** Accepts every request: for public routes. */
export const anonymousAuthenticator: Authenticator = {
  authenticate: ({ ip }) =>
    Promise.resolve({ caller: null, actor: { kind: 'system' }, name: `anyone:${limitedAddress(ip)}` }),
};
