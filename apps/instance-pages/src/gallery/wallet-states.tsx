import type { ReactNode } from 'react';
import { Panel } from '@kushk/ui';
import type { Wallet } from '../wallet/queries.js';
import { WalletNotices } from '../wallet/wallet-notices.js';

const nothing = {
  carried_in: '0',
  carried_out: '0',
  consumed: '0',
  gifted: '0',
  purchased: '0',
  reversed: '0',
  revoked: '0',
};
const open: Wallet = {
  status: 'open',
  frozen: null,
  as_of: '2026-11-27T10:00:00Z',
  available: '100',
  held: '2.5',
  is_low: false,
  low_threshold: '10',
  threshold: null,
  budget: { monthly: null, services: {} },
  remaining: { gifted: '2.5', purchased: '100' },
  totals: { ...nothing, purchased: '500' },
  month: {
    ...nothing,
    consumed: '48',
    month: '2026-11',
    starts_at: '2026-10-31T20:30:00Z',
    ends_at: '2026-11-30T20:30:00Z',
    services: [],
  },
  plan: { key: 'basic', rates: { 'ocr.page': '0.25' } },
};
const frozen = { at: '2026-11-26T08:15:00Z', by: 'staff:operator', reason: 'مصرف غیرعادی در شب گذشته' };

/** Why the plugin is refused, or soon will be. */
const states: Readonly<Record<string, Wallet>> = {
  frozen: { ...open, status: 'frozen', frozen },
  'budget spent': { ...open, budget: { monthly: '50', services: {} } },
  low: { ...open, available: '7.25', is_low: true },
  empty: { ...open, available: '0', is_low: true },
};

export function WalletStates(): ReactNode {
  return Object.entries(states).map(([name, wallet]) => (
    <Panel key={name} title={name}>
      <WalletNotices wallet={wallet} onOpen={() => undefined} />
    </Panel>
  ));
}
