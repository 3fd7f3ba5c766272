/** Converts a hold and a balance to the API format: MU as decimal strings (docs/reference/money.md). */
import type { Balance, HoldResource } from '@kushk/contracts';
import { formatMu } from '@kushk/manifest';
import type { HoldTerms } from './hold.js';

export function balanceToWire(balance: { readonly availableMicroMu: bigint; readonly heldMicroMu: bigint }): Balance {
  return { available: formatMu(balance.availableMicroMu), held: formatMu(balance.heldMicroMu) };
}

export function holdToWire(hold: HoldTerms, status: HoldResource['status'], wallet: Balance): HoldResource {
  return { ...listedHold(hold, status), wallet };
}

export function listedHold(hold: HoldTerms, status: HoldResource['status']): Omit<HoldResource, 'wallet'> {
  return {
    id: hold.holdId,
    status,
    service: hold.service,
    count: hold.count,
    held: formatMu(BigInt(hold.amountMicroMu)),
    rate: formatMu(BigInt(hold.rateMicroMu)),
    reference: hold.reference,
    created_at: hold.placedAt,
    expires_at: hold.expiresAt,
  };
}
