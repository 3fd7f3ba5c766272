/** Charges wallets through the command loop of the wallet service, without HTTP and NATS. */
import { accept, forStream, mapReply, streamRef } from '@kushk/decider';
import type { EventStore } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { consumeMu } from '../../apps/wallet/src/wallet/consume-mu/consume-mu.js';
import { walletStream } from '../../apps/wallet/src/wallet/wallet-stream.js';

const time = { month: '2026-11', at: '2026-11-20T08:00:00.000Z' };

const openedAtOnce = 100;

/** Wallets whose ids begin with `name`. */
export class WalletCharges {
  private charged = 0;

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
    for (let first = 0; first < wallets; first += openedAtOnce)
      await Promise.all(
        Array.from({ length: Math.min(openedAtOnce, wallets - first) }, (_, number) => open(first + number)),
      );
  }

  /** Charges one wallet once, with a key that is kept for good, as a request of a plugin has it. */
  async charge(number: number): Promise<void> {
    const id = `chg_${(this.charged += 1)}`;
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
      idempotency: { scope: `${this.name}_${number}`, key: id, inputHash: 'hash', isPermanent: true },
    });
    if (!outcome.accepted) throw new Error(outcome.refusal.code);
  }

  private walletOf(number: number) {
    return streamRef(walletStream, `${this.name}_${number}`);
  }
}
