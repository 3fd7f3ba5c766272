/** A publisher ends an access code. The accesses that it granted stay. Ending it again changes nothing. */
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { AccessCode, AccessCodeEnded } from '../access-code.js';

export interface EndAccessCode {
  readonly codeId: string;
  readonly pluginId: string;
  readonly publisherId: string;
  readonly at: string;
}

/** Rejects with `access_code.not_found`, also when the code belongs to another plugin or publisher. */
export function endAccessCode(command: EndAccessCode, code: AccessCode): Decision<readonly AccessCodeEnded[], null> {
  const { codeId, pluginId, publisherId, at } = command;
  if (code.status === 'absent' || code.pluginId !== pluginId || code.publisherId !== publisherId)
    return refuse('access_code.not_found', { id: codeId });
  switch (code.status) {
    case 'active':
      return accept([{ type: 'AccessCodeEnded', data: { at } }], null);
    case 'ended':
      return accept([], null);
    default:
      return unreachable(code);
  }
}
