import type { FastifyRequest } from 'fastify';
import { catalogue } from '@kushk/contracts';
import { checkCredential, hashCredential } from '@kushk/credentials';
import { Refused } from '@kushk/edge';
import type { Ask } from '../http/route.js';
import type { Entered, PublisherCaller } from './caller.js';
import { bearerToken, type Door } from './door.js';

const REFUSAL = 'auth.publisher_key_invalid';

/** Publisher keys (seed: Publisher key). One with a wrong prefix or checksum is refused without asking anyone. */
export class PublisherDoor implements Door {
  constructor(private readonly pepper: Buffer) {}

  async enter(request: FastifyRequest, ask: Ask): Promise<Entered<PublisherCaller>> {
    const key = bearerToken(request, REFUSAL);
    if (!checkCredential('kp', key)) throw Refused.with(REFUSAL);
    const { reply } = await ask(catalogue.authenticateKey, { key_hash: hashCredential(this.pepper, key) });
    const publisherId = reply.publisher.id;
    return { caller: reply, actor: { kind: 'publisher', publisher_id: publisherId, key_id: reply.key.id }, name: `publisher:${publisherId}`, credential: reply.key.id };
  }
}
