/**
 * The open connections of `GET …/changes` in this gateway, by the audiences that they belong to. A message of a
 * service reaches exactly the connections of its audience, so an organisation learns nothing of another one.
 */
import type { Audience, ListChange, ListName } from '@kushk/contracts';
import { Refused } from '@kushk/edge';
import { ChangeStream } from './change-stream.js';

/** Connections of one person: browsers and devices, since a browser has one for all its tabs. */
const MAX_PER_PERSON = 12;
/** Connections of a gateway. Each takes about 30 kB. */
const MAX_PER_GATEWAY = 5_000;
const RETRY_SECONDS = 30;

/** Who may know what, on one connection. */
export interface Subscription {
  readonly audiences: readonly Audience[];
  /** The lists that the caller may see. Names of others are not sent. */
  readonly lists: ReadonlySet<ListName>;
}

export interface ChangeHubLimits {
  readonly maxPerPerson: number;
  readonly maxPerGateway: number;
}

export class ChangeHub {
  private readonly streams = new Map<ChangeStream, Subscription>();
  private readonly byAudience = new Map<Audience, Set<ChangeStream>>();
  private readonly perPerson = new Map<string, number>();
  private isStopped = false;

  constructor(
    private readonly limits: ChangeHubLimits = { maxPerPerson: MAX_PER_PERSON, maxPerGateway: MAX_PER_GATEWAY },
  ) {}

  /** `caller` identifies the person. Throws `Refused` when the person or the gateway has too many connections. */
  open(caller: string, subscription: Subscription): ChangeStream {
    const own = this.perPerson.get(caller) ?? 0;
    if (own >= this.limits.maxPerPerson)
      throw Refused.with('rate.limited', { retry_after_seconds: RETRY_SECONDS }, RETRY_SECONDS);
    if (this.isStopped || this.streams.size >= this.limits.maxPerGateway) throw Refused.unavailable('gateway');
    const stream = new ChangeStream(() => this.forget(stream, caller));
    this.perPerson.set(caller, own + 1);
    this.attach(stream, subscription);
    return stream;
  }

  /** Replaces what a connection may know, after its caller was authenticated again. */
  change(stream: ChangeStream, subscription: Subscription): void {
    if (!this.streams.has(stream)) return;
    this.detach(stream);
    this.attach(stream, subscription);
  }

  dispatch(changes: readonly ListChange[]): void {
    for (const { audience, lists } of changes)
      for (const stream of this.byAudience.get(audience) ?? [])
        stream.add(lists.filter((list) => this.streams.get(stream)?.lists.has(list)));
  }

  /** Messages may have been lost: every connection gets the names of all its lists. */
  dispatchAll(): void {
    for (const [stream, { lists }] of this.streams) stream.add([...lists]);
  }

  /** Ends all connections, so that they do not delay the shutdown. Their pages connect to another gateway. */
  stop(): void {
    this.isStopped = true;
    for (const stream of [...this.streams.keys()]) stream.end();
  }

  get size(): number {
    return this.streams.size;
  }

  private attach(stream: ChangeStream, subscription: Subscription): void {
    this.streams.set(stream, subscription);
    for (const audience of subscription.audiences) {
      const members = this.byAudience.get(audience) ?? new Set();
      this.byAudience.set(audience, members.add(stream));
    }
  }

  private detach(stream: ChangeStream): void {
    for (const audience of this.streams.get(stream)?.audiences ?? []) {
      const members = this.byAudience.get(audience);
      members?.delete(stream);
      if (members?.size === 0) this.byAudience.delete(audience);
    }
    this.streams.delete(stream);
  }

  private forget(stream: ChangeStream, caller: string): void {
    this.detach(stream);
    const left = (this.perPerson.get(caller) ?? 1) - 1;
    if (left === 0) this.perPerson.delete(caller);
    else this.perPerson.set(caller, left);
  }
}
