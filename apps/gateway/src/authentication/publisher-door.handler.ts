import type { FastifyRequest } from 'fastify';
import { catalogue } from '@kushk/contracts';
import { checkCredential, hashCredential } from '@kushk/credentials';
import { Refused } from '@kushk/edge';
import type { Ask } from '../http/route.js';
import type { Entered, PublisherCaller } from './caller.js';
import { bearerToken, type Door } from './door.js';
import type { OneQuestionForMany } from './one-question-for-many.js';

const REFUSAL = 'auth.publisher_key_invalid';

/** Whose key it is, or why that is not told. */
export type KeyAnswer = { readonly caller: PublisherCaller } | { readonly error: unknown };
/** By the keyed hash. A CI that sends many requests at once is asked for once. */
export type KeyQuestions = OneQuestionForMany<string, KeyAnswer>;

/** Asks the catalogue for each of these keys; one that is refused does not touch the others. */
export function askForKeys(hashes: readonly string[], ask: Ask): Promise<KeyAnswer[]> {
  return Promise.all(hashes.map((key_hash) => ask(catalogue.authenticateKey, { key_hash }).then(({ reply }) => ({ caller: reply }), (error: unknown) => ({ error }))));
}

/** Publisher keys (seed: Publisher key). One with a wrong prefix or checksum is refused without asking anyone. */
export class PublisherDoor implements Door {
  constructor(
    private readonly pepper: Buffer,
    private readonly keys: KeyQuestions,
  ) {}

  async enter(request: FastifyRequest): Promise<Entered<PublisherCaller>> {
    const key = bearerToken(request, REFUSAL);
    if (!checkCredential('kp', key)) throw Refused.with(REFUSAL);
    const hash = hashCredential(this.pepper, key);
    const found = await this.keys.ask(hash, hash);
    if ('error' in found) throw found.error;
    const { caller: reply } = found;
    const publisherId = reply.publisher.id;
    return { caller: reply, actor: { kind: 'publisher', publisher_id: publisherId, key_id: reply.key.id }, name: `publisher:${publisherId}`, credential: reply.key.id };
  }
}
