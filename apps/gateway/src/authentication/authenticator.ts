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

/**
 * Returns the single bearer token of a request. Throws the error `code` when there is no such token, or more than
 * one.
 */
export function bearerToken(request: FastifyRequest, code: KnownCode): string {
  const reading = bearerOf(request.raw);
  if (reading.kind !== 'one') throw Refused.with(code);
  return reading.text;
}

/** Accepts every request: for public routes. */
export const anonymousAuthenticator: Authenticator = {
  authenticate: ({ ip }) =>
    Promise.resolve({ caller: null, actor: { kind: 'system' }, name: `anyone:${limitedAddress(ip)}` }),
};
