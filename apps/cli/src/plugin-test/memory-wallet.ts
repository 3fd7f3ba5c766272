/** The wallet of the plugin under test: exact amounts, holds, and the rates of the first plan of the manifest. */
import { formatMu, ratesMicroMu, type Manifest } from '@kushk/manifest';
import { problem, type ApiReply } from './memory-api.js';

const START_MICRO_MU = 1_000_000_000n;
const HOLD_SECONDS = 900;
const MAX_HOLDS = 10_000;
type Data = Readonly<Record<string, unknown>>;

interface Hold {
  readonly id: string;
  readonly service: string;
  readonly count: number;
  readonly rate: bigint;
  status: 'open' | 'settled' | 'released';
}

export class MemoryWallet {
  private available = START_MICRO_MU;
  private consumed = 0n;
  private readonly holds = new Map<string, Hold>();
  private readonly plan: { readonly key: string; readonly rates: Readonly<Record<string, string>> } | null;
  private readonly rates: Readonly<Record<string, bigint>>;

  /** `owner` is the installation: the ids of two wallets differ. */
  constructor(
    manifest: Manifest,
    private readonly owner: string,
  ) {
    this.plan = manifest.plans?.[0] ?? null;
    this.rates = this.plan === null ? {} : ratesMicroMu(this.plan);
  }

  reply(method: string, [resource, id, action]: string[], body: Data): ApiReply {
    if (resource === undefined) return { status: 200, body: this.description() };
    if (resource === 'consume') return this.consume(body);
    if (resource === 'quote') return this.quote(body);
    if (resource !== 'holds') return problem(404, 'route.not_found');
    if (id === undefined) return this.hold(body);
    const hold = this.holds.get(id);
    if (hold === undefined) return problem(404, 'wallet.hold_not_found');
    if (method === 'GET') return { status: 200, body: this.holdBody(hold) };
    return action === 'settle' ? this.settle(hold, body) : this.release(hold);
  }

  /** What the plugin has paid so far, in MU. */
  get paid(): string {
    return formatMu(this.consumed);
  }

  get hasHolds(): boolean {
    return this.holds.size > 0;
  }

  /** The ids of the holds that are neither settled nor released. */
  openHolds(): readonly string[] {
    return [...this.holds.values()].filter(({ status }) => status === 'open').map(({ id }) => id);
  }

  private description(): Data {
    const corrected = { reversed: '0', revoked: '0', carried_in: '0', carried_out: '0' };
    const totals = { purchased: '1000', gifted: '0', consumed: formatMu(this.consumed), ...corrected };
    const remaining = { gifted: '0', purchased: formatMu(this.available + this.held()) };
    const plan = this.plan === null ? null : { key: this.plan.key, rates: this.plan.rates };
    return {
      ...this.balance(),
      status: 'open',
      is_low: false,
      totals,
      remaining,
      plan,
      as_of: new Date().toISOString(),
    };
  }

  private balance(): Data {
    return { available: formatMu(this.available), held: formatMu(this.held()) };
  }

  private held(): bigint {
    return [...this.holds.values()]
      .filter(({ status }) => status === 'open')
      .reduce((sum, { rate, count }) => sum + rate * BigInt(count), 0n);
  }

  /** The charge in micro-MU, or why there is none. */
  private chargeOf(body: Data): bigint | ApiReply {
    const charge = this.priceOf(body);
    if (typeof charge !== 'bigint' || charge <= this.available) return charge;
    const amounts = { required: formatMu(charge), available: formatMu(this.available) };
    return problem(402, 'wallet.insufficient_balance', amounts);
  }

  private quote(body: Data): ApiReply {
    const price = this.priceOf(body);
    if (typeof price !== 'bigint') return price;
    const { service, count } = body;
    const rate = formatMu(this.rates[String(service)] ?? 0n);
    return { status: 200, body: { service, count, rate, mu: formatMu(price), available: formatMu(this.available) } };
  }

  private priceOf({ service, count }: Data): bigint | ApiReply {
    if (this.plan === null) return problem(409, 'wallet.plan_missing');
    const rate = this.rates[String(service)];
    if (rate === undefined) return problem(422, 'wallet.service_unrated', { service });
    if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 1)
      return problem(422, 'wallet.count_invalid');
    return rate * BigInt(count);
  }

  private hold(body: Data): ApiReply {
    const charge = this.chargeOf(body);
    if (typeof charge !== 'bigint') return charge;
    if (this.holds.size >= MAX_HOLDS) return problem(503, 'wallet.busy');
    const service = String(body['service']);
    const id = `hld_${this.owner.replace(/^ins_/, '')}${this.holds.size + 1}`;
    const hold: Hold = { id, service, count: Number(body['count']), rate: this.rates[service] ?? 0n, status: 'open' };
    this.available -= charge;
    this.holds.set(id, hold);
    return { status: 201, body: this.holdBody(hold) };
  }

  private holdBody({ id, service, count, rate, status }: Hold): Data {
    const expires = new Date(Date.now() + HOLD_SECONDS * 1_000).toISOString();
    const amounts = { held: formatMu(rate * BigInt(count)), rate: formatMu(rate) };
    return { id, status, service, count, ...amounts, reference: null, expires_at: expires, wallet: this.balance() };
  }

  private settle(hold: Hold, { count = hold.count }: Data): ApiReply {
    if (hold.status !== 'open') return problem(409, `wallet.hold_${hold.status}`);
    if (typeof count !== 'number' || count > hold.count) return problem(409, 'wallet.settle_exceeds_hold');
    const charged = hold.rate * BigInt(count);
    const released = hold.rate * BigInt(hold.count) - charged;
    hold.status = 'settled';
    this.available += released;
    this.consumed += charged;
    return {
      status: 200,
      body: { ...this.holdBody(hold), charged: formatMu(charged), released: formatMu(released) },
    };
  }

  private release(hold: Hold): ApiReply {
    if (hold.status === 'settled') return problem(409, 'wallet.hold_settled');
    const released = hold.rate * BigInt(hold.count);
    if (hold.status === 'open') this.available += released;
    hold.status = 'released';
    return { status: 200, body: { ...this.holdBody(hold), charged: '0', released: formatMu(released) } };
  }

  private consume(body: Data): ApiReply {
    const charge = this.chargeOf(body);
    if (typeof charge !== 'bigint') return charge;
    this.available -= charge;
    this.consumed += charge;
    return { status: 201, body: { charged: formatMu(charge), wallet: this.balance() } };
  }
}
