/** A hold and a balance in the words of the wire: MU as decimal strings (contract §8). */
import type { Balance, HoldResource } from '@kushk/contracts';
import { formatMu } from '@kushk/manifest';
import type { Placed } from './hold.js';

export function balanceToWire(balance: { readonly availableMicroMu: bigint; readonly heldMicroMu: bigint }): Balance {
  return { available: formatMu(balance.availableMicroMu), held: formatMu(balance.heldMicroMu) };
}

export function holdToWire(hold: Placed, status: HoldResource['status'], wallet: Balance): HoldResource {
  return {
    id: hold.holdId,
    status,
    service: hold.service,
    count: hold.count,
    held: formatMu(BigInt(hold.microMu)),
    rate: formatMu(BigInt(hold.rateMicroMu)),
    reference: hold.reference,
    created_at: hold.placedAt,
    expires_at: hold.expiresAt,
    wallet,
  };
}
