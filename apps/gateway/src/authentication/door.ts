import type { FastifyRequest } from 'fastify';
import { Refused, type KnownCode, bearerOf } from '@kushk/edge';
import type { Ask } from '../http/route.js';
import type { DoorName, Entered } from './caller.js';

/** A way in. `ask` speaks for the gateway itself, within the deadline of the request. */
export interface Door {
  enter(request: FastifyRequest, ask: Ask): Promise<Entered<unknown>>;
}

export type Doors = Readonly<Record<DoorName, Door>>;

/** The one bearer token of a request; anything else is refused with the code of the door. */
export function bearerToken(request: FastifyRequest, code: KnownCode): string {
  const reading = bearerOf(request.raw);
  if (reading.kind !== 'one') throw Refused.with(code);
  return reading.text;
}

/** Public routes. */
export const openDoor: Door = {
  enter: (request) => Promise.resolve({ caller: null, actor: { kind: 'system' }, name: `anyone:${request.ip}` }),
};
