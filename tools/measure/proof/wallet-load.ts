import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Random } from './random.js';
import type { Acknowledged, MovementKind } from './wallet-journal.js';

const attemptTimeoutMs = 12_000;
const retryMs = 100;
/** A request is repeated with its key until it is answered. After the last kill, it must be within this time. */
const answerWithinMs = 180_000;
const replayShare = 0.1;
const shortSeconds = 10;
const longSeconds = 3_600;
/** The refusals that a wallet under this load gives: the balance is used up, or the hold has another end. */
const expectedRefusals = new Set(['wallet.insufficient_balance', 'wallet.hold_settled', 'wallet.hold_released']);

interface Reply {
  readonly id?: string;
  readonly entry_id?: string;
  readonly code?: string;
  readonly mu?: string;
  readonly held?: string;
  readonly charged?: string;
}
interface Answer {
  readonly isAccepted: boolean;
  readonly reply: Reply;
}
interface Movement {
  readonly kind: MovementKind;
  readonly path: string;
  readonly body: object;
  readonly holdId?: string;
}
export interface LoadedWallet {
  /** The keys of its requests begin with it: an admin uses the keys of all wallets. */
  readonly name: string;
  /** The addresses of the wallet for its plugin and for an admin. */
  readonly plugin: { readonly url: string; readonly token: string };
  readonly admin: { readonly url: string; readonly token: string };
}

/**
 * Moves MU of one wallet at random over HTTP, and keeps what the service acknowledged. A request without an answer is
 * repeated with the same key until it has one, as a client does.
 */
export class WalletLoad {
  readonly acknowledged: Acknowledged[] = [];
  refused = 0;
  /** Replies to a repeated key that differ from the first reply. */
  changedReplies = 0;
  /** Refusals that the load cannot cause, for example of a hold that was acknowledged. */
  readonly unexpected: string[] = [];
  unanswered = 0;
  /** Attempts without an answer, which were repeated. */
  repeated = 0;
  private readonly agent = new Agent({ connections: 32 });
  private readonly open: string[] = [];
  private keys = 0;
  private stoppedAt: number | null = null;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly wallet: LoadedWallet,
    private readonly random: Random,
  ) {}

  /** Gives the wallet its first MU. */
  async give(units: number): Promise<void> {
    await this.move({ kind: 'gift', path: '/gifts', body: { mu: String(units), note: 'proof' } });
  }

  start(callers: number, everyMs: number): void {
    this.running = Promise.all(Array.from({ length: callers }, () => this.call(everyMs)));
  }

  /** Stops, and ends every open hold. */
  async stop(): Promise<void> {
    this.stoppedAt = performance.now();
    await this.running;
    while (this.open.length > 0) await Promise.all(this.open.splice(0, 16).map((holdId) => this.release(holdId)));
    await this.agent.close();
  }

  private async call(everyMs: number): Promise<void> {
    while (this.stoppedAt === null) {
      await this.moveAtRandom();
      await pause(everyMs * 2 * this.random.next());
    }
  }

  private async moveAtRandom(): Promise<void> {
    const { random } = this;
    const chance = random.next();
    const use = { service: 'work', count: 1 + random.below(5) };
    if (chance < 0.05) await this.move({ kind: 'gift', path: '/gifts', body: { mu: '20.25', note: 'proof' } });
    else if (chance < 0.1)
      await this.move({ kind: 'purchase', path: '/purchases', body: { mu: '10.000001', reference: 'proof' } });
    else if (chance < 0.4) await this.move({ kind: 'consumption', path: '/consume', body: use });
    else if (chance < 0.7) await this.hold({ ...use, ttl_seconds: random.below(3) > 0 ? longSeconds : shortSeconds });
    else await this.endHold();
  }

  private async hold(body: object): Promise<void> {
    const reply = await this.move({ kind: 'hold', path: '/holds', body });
    if (reply?.id !== undefined) this.open.push(reply.id);
  }

  /** Ends a hold; now and then with a settlement and a release at the same time. */
  private async endHold(): Promise<void> {
    const [holdId] = this.open.splice(this.random.below(this.open.length), 1);
    if (holdId === undefined) return;
    const chance = this.random.next();
    if (chance < 0.4) await this.settle(holdId);
    else if (chance < 0.7) await this.release(holdId);
    else await Promise.all([this.settle(holdId), this.release(holdId)]);
    // A settlement that the balance did not cover, because the hold had expired, leaves nothing to end.
  }

  private async settle(holdId: string): Promise<void> {
    const body = this.random.below(2) === 0 ? {} : { count: this.random.below(2) };
    await this.move({ kind: 'settle', path: `/holds/${holdId}/settle`, body, holdId });
  }

  private async release(holdId: string): Promise<void> {
    await this.move({ kind: 'release', path: `/holds/${holdId}/release`, body: {}, holdId });
  }

  /** Returns the reply when the movement was accepted, else null. */
  private async move(movement: Movement): Promise<Reply | null> {
    const key = `${this.wallet.name}-${(this.keys += 1)}`;
    const answer = await this.answerTo(movement, key);
    if (answer === null) {
      this.unanswered += 1;
      return null;
    }
    if (!answer.isAccepted) {
      this.refused += 1;
      const { code = '' } = answer.reply;
      if (!expectedRefusals.has(code)) this.unexpected.push(`${movement.path}: ${code}`);
      return null;
    }
    this.acknowledged.push(acknowledgedBy(movement, answer.reply));
    if (this.random.next() < replayShare) await this.replay(movement, key, answer.reply);
    return answer.reply;
  }

  private async replay(movement: Movement, key: string, first: Reply): Promise<void> {
    const again = await this.answerTo(movement, key);
    if (again === null) this.unanswered += 1;
    else if (!again.isAccepted || amountsOf(again.reply) !== amountsOf(first)) this.changedReplies += 1;
  }

  private async answerTo(movement: Movement, key: string): Promise<Answer | null> {
    while (performance.now() < (this.stoppedAt ?? Infinity) + answerWithinMs) {
      const answer = await this.attempt(movement, key);
      if (answer !== null) return answer;
      this.repeated += 1;
      await pause(retryMs);
    }
    return null;
  }

  /** Returns null when it is not known whether the request had an effect, or when it had none and may be repeated. */
  private async attempt({ kind, path, body }: Movement, key: string): Promise<Answer | null> {
    const { url, token } = kind === 'gift' || kind === 'purchase' ? this.wallet.admin : this.wallet.plugin;
    try {
      const response = await request(`${url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
        headersTimeout: attemptTimeoutMs,
        bodyTimeout: attemptTimeoutMs,
        dispatcher: this.agent,
      });
      const reply = (await response.body.json()) as Reply;
      const { statusCode } = response;
      if (statusCode >= 500 || statusCode === 429 || statusCode === 408) return null;
      return { isAccepted: statusCode < 300, reply };
    } catch {
      return null;
    }
  }
}

function acknowledgedBy({ kind, holdId }: Movement, reply: Reply): Acknowledged {
  switch (kind) {
    case 'gift':
    case 'purchase':
      return { kind, entryId: reply.id ?? '', mu: reply.mu ?? '', holdId: null };
    case 'consumption':
      return { kind, entryId: reply.id ?? '', mu: reply.charged ?? '', holdId: null };
    case 'hold':
      return { kind, entryId: reply.id ?? '', mu: reply.held ?? '', holdId: reply.id ?? '' };
    case 'settle':
      return { kind, entryId: reply.entry_id ?? '', mu: reply.charged ?? '', holdId: holdId ?? '' };
    case 'release':
      return { kind, entryId: (holdId ?? '').replace('hld_', 'ret_'), mu: reply.held ?? '', holdId: holdId ?? '' };
  }
}

/** The balance of the wallet in a reply may be newer when the reply is repeated. */
function amountsOf({ id, entry_id, mu, held, charged }: Reply): string {
  return JSON.stringify([id, entry_id, mu, held, charged]);
}
