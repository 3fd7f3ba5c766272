/** Charges, holds and settlements through the command loop of the wallet service, without HTTP and NATS. */
import { accept, forStream, mapReply, newStreamRef, streamRef } from '@kushk/decider';
import type { CommandMeta, EventStore, IdempotencyKey } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { newId } from '@kushk/runtime';
import { holdKey, holdStream } from '../../../apps/wallet/src/hold/hold.js';
import { placeHold } from '../../../apps/wallet/src/hold/place-hold/place-hold.js';
import { settleHold } from '../../../apps/wallet/src/hold/settle-hold/settle-hold.js';
import { consumeMu } from '../../../apps/wallet/src/wallet/consume-mu/consume-mu.js';
import { walletStream } from '../../../apps/wallet/src/wallet/wallet-stream.js';

const time = { month: '2026-11', at: '2026-11-20T08:00:00.000Z' };

const openedAtOnce = 100;
/** As of a request: the facts have the length that they have in production. */
const meta: CommandMeta = {
  actor: {
    kind: 'plugin',
    installation_id: newId('ins'),
    organisation_id: newId('org'),
    plugin_id: 'com.example.bench',
    on_behalf_of: null,
    on_behalf_of_name: null,
  },
  correlationId: newId('req'),
};

/** Keys that move money are kept for good. */
function keyOf(scope: string, key: string): IdempotencyKey {
  return { scope, key, inputHash: '0'.repeat(64), isPermanent: true };
}

/** Wallets whose ids begin with `name`. */
export class WalletCharges {
  private wallets = 1;

  constructor(
    private readonly store: EventStore,
    private readonly name: string,
  ) {}

  /** Opens so many wallets, each with MU for a million charges. */
  async open(wallets: number): Promise<void> {
    const prices = { services: ['work'], rates: { work: '1' } };
    const grant = { kind: 'gift', amountMicroMu: '1000000000', reference: null, note: null, by: 'bench' } as const;
    const open = (number: number): Promise<unknown> =>
      this.store.run({
        name: 'OpenWallet',
        streams: { wallet: this.walletOf(number) },
        decide: () => {
          const installationId = `${this.name}_${number}`;
          const data = { installationId, organisationId: 'org_1', plan: 'basic', prices, at: time.at };
          const opened = { type: 'WalletOpened', data } as const;
          const granted = { type: 'MuGranted', data: { ...time, ...grant, id: `grt_${number}` } } as const;
          return accept({ wallet: [opened, granted] }, null);
        },
      });
    this.wallets = wallets;
    for (let first = 0; first < wallets; first += openedAtOnce)
      await Promise.all(
        Array.from({ length: Math.min(openedAtOnce, wallets - first) }, (_, number) => open(first + number)),
      );
  }

  /** Charges one of the wallets once, as the request of a plugin does. The wallets get the numbers in turn. */
  async charge(number: number): Promise<void> {
    const id = newId('chg');
    const command = { ...time, id, service: 'work', count: 1, reference: null };
    const outcome = await this.store.run({
      name: 'ConsumeMu',
      streams: { wallet: this.walletOf(number) },
      decide: ({ wallet }) =>
        forStream(
          'wallet',
          mapReply(consumeMu(command, wallet), ({ amountMicroMu, availableMicroMu, heldMicroMu }) => ({
            ...command,
            charged: formatMu(amountMicroMu),
            wallet: { available: formatMu(availableMicroMu), held: formatMu(heldMicroMu) },
          })),
        ),
      idempotency: keyOf(this.idOf(number), id),
      meta,
    });
    if (!outcome.accepted) throw new Error(outcome.refusal.code);
  }

  /** Places a hold on one of the wallets and settles it, as two requests of a plugin do. */
  async holdAndSettle(number: number): Promise<void> {
    const holdId = newId('hld');
    const scope = this.idOf(number);
    const streams = { wallet: this.walletOf(number), hold: streamRef(holdStream, holdKey(scope, holdId)) };
    const { month, at } = time;
    const terms = { holdId, service: 'work', count: 1, ttlSeconds: 900, reference: null, month, nowMs: Date.parse(at) };
    const placed = await this.store.run({
      name: 'PlaceHold',
      streams: { ...streams, hold: newStreamRef(holdStream, streams.hold.id) },
      decide: (states) =>
        mapReply(placeHold(terms, states), ({ hold, availableMicroMu, heldMicroMu }) => ({
          ...hold,
          wallet: { available: formatMu(availableMicroMu), held: formatMu(heldMicroMu) },
        })),
      idempotency: keyOf(scope, holdId),
      meta,
    });
    if (!placed.accepted) throw new Error(placed.refusal.code);
    const settled = await this.store.run({
      name: 'SettleHold',
      streams,
      decide: (states) =>
        mapReply(settleHold({ holdId, count: null, month, at }, states), ({ hold, chargedMicroMu }) => ({
          ...hold,
          charged: formatMu(chargedMicroMu),
        })),
      idempotency: keyOf(scope, `stl_${holdId}`),
      meta,
    });
    if (!settled.accepted) throw new Error(settled.refusal.code);
  }

  private walletOf(number: number) {
    return streamRef(walletStream, this.idOf(number));
  }

  private idOf(number: number): string {
    return `${this.name}_${number % this.wallets}`;
  }
}
