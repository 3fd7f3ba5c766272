import type { FastifyRequest } from 'fastify';
import { catalogue } from '@kushk/contracts';
import { checkCredential, hashCredential } from '@kushk/credentials';
import { Refused } from '@kushk/edge';
import type { Ask } from '../http/route.js';
import type { Entered, PublisherCaller } from './caller.js';
import { bearerToken, type Door } from './door.js';

const REFUSAL = 'auth.publisher_key_invalid';
/** Who joins the question after the one that is under way still has an answer within the deadline of a request. */
const QUESTION_DEADLINE_MS = 3_000;

/** A question about one key that is under way; `next` is for all who came while it was. */
interface Asking {
  readonly ended: Promise<void>;
  next: Promise<PublisherCaller> | null;
}

/**
 * Publisher keys (seed: Publisher key). One with a wrong prefix or checksum is refused without asking anyone. A CI that
 * sends many requests at once is asked for together: one question about its key is under way, and who comes meanwhile waits
 * for the next one; so no answer is older than the request, a revocation counts at once, and no key waits for another.
 */
export class PublisherDoor implements Door {
  /** By the keyed hash of the key. */
  private readonly asking = new Map<string, Asking>();

  constructor(private readonly pepper: Buffer) {}

  async enter(request: FastifyRequest, ask: Ask): Promise<Entered<PublisherCaller>> {
    const key = bearerToken(request, REFUSAL);
    if (!checkCredential('kp', key)) throw Refused.with(REFUSAL);
    const caller = await this.callerBy(hashCredential(this.pepper, key), ask);
    const publisherId = caller.publisher.id;
    return {
      caller,
      actor: { kind: 'publisher', publisher_id: publisherId, key_id: caller.key.id },
      name: `publisher:${publisherId}`,
      credential: caller.key.id,
    };
  }

  private callerBy(hash: string, ask: Ask): Promise<PublisherCaller> {
    const current = this.asking.get(hash);
    if (current === undefined) return this.askNow(hash, ask);
    current.next ??= current.ended.then(() => this.askNow(hash, ask));
    return current.next;
  }

  private askNow(hash: string, ask: Ask): Promise<PublisherCaller> {
    const caller = ask(catalogue.authenticateKey, { key_hash: hash }, { timeoutMs: QUESTION_DEADLINE_MS }).then(
      ({ reply }) => reply,
    );
    const end = (): void => {
      if (asking.next === null) this.asking.delete(hash);
    };
    const asking: Asking = { ended: caller.then(end, end), next: null };
    this.asking.set(hash, asking);
    return caller;
  }
}
