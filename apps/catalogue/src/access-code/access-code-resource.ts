/** An access code as the API returns it. */
import type { AccessCodeResource } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import type { AccessCode } from './access-code.js';

type Existing = Exclude<AccessCode, { status: 'absent' }>;

export function accessCodeResource(id: string, code: Existing): AccessCodeResource {
  const { label, last4, uses, used, createdAt: created_at, expiresAt: expires_at } = code;
  return { id, label, last4, uses, used, created_at, expires_at, ended_at: endedAt(code) };
}

function endedAt(code: Existing): string | null {
  switch (code.status) {
    case 'active':
      return null;
    case 'ended':
      return code.endedAt;
    default:
      return unreachable(code);
  }
}
