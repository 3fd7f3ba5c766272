/** The credential of a command for publishers: a stored key, or one that a CI job gets for its identity token. */
import { setTimeout as pause } from 'node:timers/promises';
import { send } from './api.js';
import { hubAddress, publisherConnection, type Connection, type ConnectionFlags } from './connection.js';
import { EXIT } from './exit-codes.js';
import { Failure, usageFailure } from './failure.js';
import { claimsForMessage, identityToken, isUnique, tokenSource, type TokenSource } from './identity-token.js';
import { phrase } from './phrase.js';
import { printable, type Terminal } from './terminal.js';

export interface OidcOptions extends ConnectionFlags {
  readonly oidc?: boolean;
  /** The id of the trust. */
  readonly trust?: string;
  readonly audience?: string;
}
export interface PublisherAccess {
  /** The address of the hub. */
  readonly origin: string;
  /** Returns a connection whose key works now, and for one more request. */
  connection(): Promise<Connection>;
  /** Until when there will be such a key, in epoch milliseconds; infinite for a key without a known end. */
  endsAt(): number;
}

/** With `--oidc` no stored key is read: a job whose token is refused must not go on with whatever key is there. */
export function publisherAccess(terminal: Terminal, options: OidcOptions): PublisherAccess {
  const { oidc = false, trust, audience, key } = options;
  if (!oidc) {
    if (trust !== undefined || audience !== undefined) throw usageFailure(phrase`--trust and --audience need --oidc`);
    const connection = publisherConnection(options);
    return { origin: connection.origin, connection: () => Promise.resolve(connection), endsAt: () => Infinity };
  }
  if (key !== undefined) throw usageFailure(phrase`use either --oidc or --key`);
  if (trust === undefined)
    throw usageFailure(phrase`--oidc needs --trust with the id (tru_…) that the operator of the hub gave you`);
  const origin = hubAddress(options);
  return new ExchangedKeys(terminal, { origin, trust, audience: audience ?? origin });
}

interface Exchange {
  readonly origin: string;
  readonly trust: string;
  readonly audience: string;
}
interface ExchangedKey {
  readonly connection: Connection;
  readonly endsAt: number;
}

/** A long poll lasts half a minute, and its key must outlast it. */
const RENEW_BEFORE_END_MS = 60_000;
/** How long before its end a key that cannot be renewed is used last. */
const STOP_BEFORE_END_MS = 10_000;
const REFUSED = 'auth.exchange_refused';
const ATTEMPTS = 3;
const PAUSE_MS = 1_000;

class ExchangedKeys implements PublisherAccess {
  private current: ExchangedKey | null = null;
  private source: TokenSource | null = null;

  constructor(
    private readonly terminal: Terminal,
    private readonly wanted: Exchange,
  ) {}

  get origin(): string {
    return this.wanted.origin;
  }

  async connection(): Promise<Connection> {
    this.source ??= tokenSource();
    const { current } = this;
    const isRenewed = this.source.kind === 'endpoint' && Date.now() > (current?.endsAt ?? 0) - RENEW_BEFORE_END_MS;
    if (current !== null && !isRenewed) return current.connection;
    this.current = await this.exchangeWithRetries(this.source);
    return this.current.connection;
  }

  endsAt(): number {
    if (this.current === null || this.source?.kind === 'endpoint') return Infinity;
    return this.current.endsAt - STOP_BEFORE_END_MS;
  }

  private async exchangeWithRetries(source: TokenSource): Promise<ExchangedKey> {
    for (let attempt = 1; ; attempt += 1) {
      let token = '';
      try {
        token = await identityToken(source, this.wanted.audience);
        return await this.exchange(token);
      } catch (failure) {
        const { exitCode, code = '' } = failure instanceof Failure ? failure.details : {};
        const isTemporary = exitCode === EXIT.unreachable;
        // The command before may have exchanged the same token in this second; the next second has another one.
        const wasUsed = code === REFUSED && source.kind === 'endpoint' && !isUnique(token) && attempt === 1;
        if (!(isTemporary || wasUsed) || attempt === ATTEMPTS) throw failure;
        await pause(PAUSE_MS * attempt);
      }
    }
  }

  private async exchange(token: string): Promise<ExchangedKey> {
    const { origin, trust } = this.wanted;
    const { key, expires_at } = await send<{ readonly key: string; readonly expires_at: string }>(
      { origin, credential: null },
      {
        method: 'POST',
        path: '/oidc/exchange',
        body: { trust, token },
        language: this.terminal.language,
        expectedFields: ['key', 'expires_at'],
      },
    ).catch((failure: unknown) => {
      throw failure instanceof Failure && failure.details.code === REFUSED
        ? failure.withStep(refusedStep(token, trust))
        : failure;
    });
    return { connection: { origin, credential: key }, endsAt: Date.parse(expires_at) };
  }
}

/** The hub says no reason, so the command says what there is to compare. */
function refusedStep(token: string, trust: string) {
  const { iss, aud, sub } = claimsForMessage(token);
  return phrase`the token says iss ${printable(iss)}, aud ${printable(aud)}, sub ${printable(sub)}: compare them, and repository and branch, with the trust ${printable(trust)} ("kushk operator trust list PUBLISHER"). A token is exchanged once, and within ten minutes after its issue: a job of GitLab has one token, so it submits and waits with "release submit --wait". The log of the hub says why it was refused`;
}
