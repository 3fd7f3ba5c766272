/**
 * Requests, replies and public facts of the wallet service. MU are exact decimals in strings. The wallet calculates
 * in whole micro-MU (docs/reference/money.md).
 */
import { gatewayRequires } from './caller-policy.js';
import { command, publicFact, query, type Page, type PageRequest, type RequestIdempotency } from './messages.js';

/** The MU of a wallet as exact decimals: `available` can be spent, `held` is reserved by open holds. */
export interface Balance {
  readonly available: string;
  readonly held: string;
}
/** What an admin has decided about a wallet. All amounts are MU. */
export interface WalletControls {
  /** `frozen`: no holds, charges and settlements. `closed`: the installation is removed. */
  readonly status: 'open' | 'frozen' | 'closed';
  /** `by`: the id of a person, `staff:<subject>` or `system`. */
  readonly frozen: { readonly reason: string; readonly by: string; readonly at: string } | null;
  /** What may be consumed and held in one usage month, in all and by service. Null and absent: no limit. */
  readonly budget: { readonly monthly: string | null; readonly services: Readonly<Record<string, string>> };
  /** The threshold of a low balance that the admin has set; null for a tenth of everything that was ever added. */
  readonly threshold: string | null;
  /** The threshold that applies. */
  readonly low_threshold: string;
}
/** A wallet with its totals since it was opened and its figures for the current usage month. All amounts are MU. */
export interface WalletResource extends Balance, WalletControls {
  readonly is_low: boolean;
  readonly totals: {
    readonly purchased: string;
    readonly gifted: string;
    readonly consumed: string;
    readonly reversed: string;
    readonly revoked: string;
    readonly carried_in: string;
    readonly carried_out: string;
  };
  /** What is left of each kind, including what is held. Carried MU count as purchased. */
  readonly remaining: { readonly gifted: string; readonly purchased: string };
  readonly month: {
    /** `YYYY-MM`, in Tehran time. */
    readonly month: string;
    readonly starts_at: string;
    readonly ends_at: string;
    readonly purchased: string;
    readonly gifted: string;
    readonly consumed: string;
    readonly reversed: string;
    readonly revoked: string;
    /** The services that were consumed this month or are held now. */
    readonly services: readonly ServiceInMonth[];
  };
  /** The active plan with its rates: MU per unit, by service. */
  readonly plan: { readonly key: string; readonly rates: Readonly<Record<string, string>> } | null;
  readonly as_of: string;
}
export interface ServiceInMonth {
  readonly service: string;
  readonly consumed: string;
  readonly held: string;
}
/** MU that are reserved for `count` units of a service until `expires_at`. `rate` is MU per unit. */
export interface HoldResource {
  readonly id: string;
  readonly status: 'open' | 'settled' | 'released' | 'expired';
  readonly service: string;
  readonly count: number;
  readonly held: string;
  readonly rate: string;
  readonly reference: string | null;
  readonly created_at: string;
  readonly expires_at: string;
  readonly wallet: Balance;
}
/** A settled hold: `charged` was consumed for `settled_count` units, `released` became available again. */
export interface SettledHold extends HoldResource {
  readonly settled_count: number;
  readonly charged: string;
  readonly released: string;
  /** The settlement arrived after the hold had expired. */
  readonly late: boolean;
  readonly settled_at: string;
  /** The entry of the charge, with which it can be reversed. */
  readonly entry_id: string;
}
/** A released hold: nothing was consumed and `released` became available again. */
export interface ReleasedHold extends HoldResource {
  readonly charged: string;
  readonly released: string;
}
/** MU that were consumed at once for `count` units of a service. `rate` is MU per unit. */
export interface ConsumedResource {
  readonly id: string;
  readonly service: string;
  readonly count: number;
  readonly charged: string;
  readonly rate: string;
  readonly reference: string | null;
  readonly at: string;
  readonly wallet: Balance;
}
/** MU that were added to a wallet, as a purchase or as a gift. */
export interface GrantResource {
  readonly id: string;
  readonly kind: 'purchase' | 'gift';
  readonly mu: string;
  readonly reference: string | null;
  readonly note: string | null;
  readonly at: string;
  readonly wallet: Balance;
}
/** What `count` units of a service would cost now. `rate` is MU per unit. */
export interface QuoteResource {
  readonly service: string;
  readonly count: number;
  readonly rate: string;
  readonly mu: string;
  readonly available: string;
}
interface PluginCommand {
  installation_id: string;
  idempotency: RequestIdempotency;
}

export const wallet = {
  getWallet: query<{ installation_id: string }, WalletResource>('wallet', 'wallet.get'),
  placeHold: command<
    PluginCommand & { service: string; count: number; ttl_seconds: number | null; reference: string | null },
    HoldResource
  >('wallet', 'hold.place'),
  settleHold: command<PluginCommand & { hold_id: string; count: number | null }, SettledHold>('wallet', 'hold.settle'),
  releaseHold: command<PluginCommand & { hold_id: string }, ReleasedHold>('wallet', 'hold.release'),
  listHolds: query<
    PageRequest & { installation_id: string; status: HoldResource['status'] | null },
    Page<Omit<HoldResource, 'wallet'>>
  >('wallet', 'hold.list'),
  quote: query<{ installation_id: string; service: string; count: number }, QuoteResource>('wallet', 'wallet.quote'),
  getHold: query<{ installation_id: string; hold_id: string }, HoldResource>('wallet', 'hold.get'),
  consume: command<PluginCommand & { service: string; count: number; reference: string | null }, ConsumedResource>(
    'wallet',
    'wallet.consume',
  ),
  purchase: command<
    {
      installation_id: string;
      organisation_id: string;
      mu: string;
      reference: string | null;
      by: string;
      idempotency?: RequestIdempotency;
    },
    GrantResource
  >('wallet', 'wallet.purchase', gatewayRequires('billing', 'admin')),
  gift: command<
    {
      installation_id: string;
      organisation_id: string;
      mu: string;
      note: string | null;
      by: string;
      idempotency?: RequestIdempotency;
    },
    GrantResource
  >('wallet', 'wallet.gift', gatewayRequires('admin')),
  /**
   * Counters of a usage month (`YYYY-MM`, Tehran time) by installation, with the highest sequence number in the
   * wallet's log.
   */
  monthlyUsage: query<{ month: string; installation_ids: readonly string[] }, { items: readonly WalletUsage[] }>(
    'wallet',
    'usage.monthly',
  ),
};
export interface WalletUsage {
  readonly installation_id: string;
  readonly sequence: number;
  readonly mu_consumed: string;
  readonly mu_purchased: string;
  readonly mu_gifted: string;
  readonly mu_reversed: string;
  readonly mu_revoked: string;
  readonly services: readonly { readonly service: string; readonly count: number; readonly mu: string }[];
}
interface WalletEvent {
  readonly installation_id: string;
  readonly organisation_id: string;
  readonly at: string;
}
export const walletFacts = {
  walletOpened: publicFact<WalletEvent>('wallet', 'wallet.opened'),
  /** Published each time the available balance falls below the threshold. */
  balanceLow: publicFact<WalletEvent & { readonly available: string; readonly threshold: string }>(
    'wallet',
    'wallet.balance-low',
  ),
  /** Published once a month for each budget when less than a tenth of it is left. `service`: null for that of all. */
  budgetReached: publicFact<
    WalletEvent & {
      readonly service: string | null;
      /** `YYYY-MM`, in Tehran time. */
      readonly month: string;
      readonly budget: string;
      readonly left: string;
    }
  >('wallet', 'wallet.budget-reached'),
  /** An admin stopped the charges. `by`: the id of a person, `staff:<subject>` or `system`. */
  walletFrozen: publicFact<WalletEvent & { readonly by: string }>('wallet', 'wallet.frozen'),
  holdExpired: publicFact<
    WalletEvent & { readonly hold_id: string; readonly service: string; readonly released: string }
  >('wallet', 'hold.expired'),
};
