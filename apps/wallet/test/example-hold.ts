/** A hold on the example wallet, and commands on that hold. */
import { at, granted, opened } from './example-wallet.js';
import type { WalletFact } from '../src/wallet/wallet-facts.js';
import { walletStream } from '../src/wallet/wallet-stream.js';
import { holdStream, type HoldFact } from '../src/hold/hold.js';
import type { PlaceHold } from '../src/hold/place-hold/place-hold.js';
import type { SettleHold } from '../src/hold/settle-hold/settle-hold.js';

export const after = (seconds: number): string => new Date(Date.parse(at) + seconds * 1000).toISOString();

export const holdPages = (count: number, overrides: Partial<PlaceHold> = {}): PlaceHold => ({
  holdId: 'hld_1',
  service: 'ocr.page',
  count,
  ttlSeconds: 900,
  reference: null,
  month: '2026-11',
  nowMs: Date.parse(at),
  ...overrides,
});
/** What a hold of one page reserves. */
export const onePage = {
  service: 'ocr.page',
  count: 1,
  rateMicroMu: '250000',
  reference: null,
  month: '2026-11',
} as const;
export const settlePages = (count: number | null, overrides: Partial<SettleHold> = {}): SettleHold => ({
  holdId: 'hld_1',
  count,
  month: '2026-11',
  at,
  ...overrides,
});
export const released: HoldFact = { type: 'HoldReleased', data: { releasedMicroMu: '250000', at } };

/** The streams of a wallet with this balance and of a hold that does not exist yet. */
export const walletWith = (amountMicroMu: bigint, ...facts: WalletFact[]) =>
  ({ wallet: [walletStream, opened, granted(amountMicroMu), ...facts], hold: [holdStream] }) as const;
