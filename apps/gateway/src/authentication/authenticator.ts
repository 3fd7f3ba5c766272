import type { FastifyRequest } from 'fastify';
import { bearerOf, Refused, type KnownCode } from '@kushk/edge';
import type { SendRequest } from '../http/route.js';
import type { Authenticated, CallerKind } from './caller.js';

/**
 * Identifies the caller of a request. `send` sends requests of the gateway itself, within the deadline of the HTTP
 * request.
 */
export interface Authenticator {
  authenticate(request: FastifyRequest, send: SendRequest): Promise<Authenticated<unknown>>;
}

export type Authenticators = Readonly<Record<CallerKind, Authenticator>>;

/** The one bearer token of a request. Throws `code` for anything else. */
export function bearerToken(request: FastifyRequest, code: KnownCode): string {
  const reading = bearerOf(request.raw);
  if (reading.kind !== 'one') throw Refused.with(code);
  return reading.text;
}

/** Public routes. */
export const anonymousAuthenticator: Authenticator = {
  authenticate: (request) => Promise.resolve({ caller: null, actor: { kind: 'system' }, name: `anyone:${request.ip}` }),
};
