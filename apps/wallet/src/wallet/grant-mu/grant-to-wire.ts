import type { GrantResource } from '@kushk/contracts';
import { formatMu } from '@kushk/manifest';
import { balanceToWire } from '../../hold/hold-to-wire.js';
import type { Grant, GrantMu } from './grant-mu.js';

export function grantToWire({ id, kind, reference, note, at }: GrantMu, grant: Grant): GrantResource {
  return { id, kind, mu: formatMu(grant.amountMicroMu), reference, note, at, wallet: balanceToWire(grant) };
}
