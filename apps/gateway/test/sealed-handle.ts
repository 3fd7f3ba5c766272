import { sealHandle, type HandleClaims } from '@kushk/credentials';
import { SEALING_KEY } from './start-gateway.js';

/** Seals the claims of a handle of a page that is valid for a minute, with these changes. */
export function sealedHandle(
  changes: Partial<HandleClaims> & Pick<HandleClaims, 'installation_id' | 'origin'>,
): Promise<string> {
  return sealHandle([SEALING_KEY], {
    id: 'hnd_1',
    person_id: 'per_1',
    organisation_id: 'org_1',
    session_id: 'pss_1',
    purpose: 'page',
    tool: null,
    call_id: null,
    read_only: false,
    issued_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + 60_000).toISOString(),
    ...changes,
  });
}
