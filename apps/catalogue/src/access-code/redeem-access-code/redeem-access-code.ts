/** An instance uses an access code for one of its organisations. */
import { accept, refuse, type Decision } from '@kushk/decider';
import type { AccessCode, AccessCodeUsed } from '../access-code.js';
import type { Access, AccessGranted } from '../access.js';

export interface RedeemAccessCode {
  readonly codeId: string;
  readonly accessId: string;
  readonly at: string;
}
export interface RedeemedAccessCode {
  readonly plugin_id: string;
}
interface States {
  readonly code: AccessCode;
  readonly access: Access;
}
interface Facts {
  readonly code: readonly AccessCodeUsed[];
  readonly access: readonly AccessGranted[];
}

/**
 * Rejects with `store.code_unknown`, which is the same for a code that is unknown, ended, expired or used up, and for
 * an access that has ended. An organisation that already has access takes no further use.
 */
export function redeemAccessCode(command: RedeemAccessCode, states: States): Decision<Facts, RedeemedAccessCode> {
  const { codeId, accessId, at } = command;
  const { code, access } = states;
  if (code.status === 'absent') return refuse('store.code_unknown');
  const { publisherId, pluginId } = code;
  if (access.status !== 'absent' && access.pluginId !== pluginId) return refuse('store.code_unknown');
  // The instance has not read the end yet. Afterwards it requests another access.
  if (access.status === 'ended') return refuse('store.code_unknown');
  // A use is repeated with the same reply even after the code has ended, because the access outlives the code.
  if (access.status === 'active' && (access.codeId === codeId || isUsable(code, at)))
    return accept({ code: [], access: [] }, { plugin_id: pluginId });
  if (!isUsable(code, at)) return refuse('store.code_unknown');
  return accept(
    {
      code: [{ type: 'AccessCodeUsed', data: { accessId, at } }],
      access: [{ type: 'AccessGranted', data: { publisherId, pluginId, codeId, at } }],
    },
    { plugin_id: pluginId },
  );
}

function isUsable(code: Exclude<AccessCode, { status: 'absent' }>, at: string): boolean {
  const isExpired = code.expiresAt !== null && Date.parse(code.expiresAt) <= Date.parse(at);
  const isUsedUp = code.uses !== null && code.used >= code.uses;
  return code.status === 'active' && !isExpired && !isUsedUp;
}
