import type { IssuedHandle, RecordReference, RevokeReason, WireError } from '@kushk/bridge-protocol';
import type { FrameData } from './frame-data.js';

/** A handle, an error for this request, or the end of the connection. */
export type HandleAnswer =
  | { readonly issued: IssuedHandle }
  | { readonly error: Pick<WireError, 'code' | 'params'> }
  | { readonly ended: RevokeReason };

const UNAUTHORIZED = 401;
const MS_PER_SECOND = 1_000;

/** Gets a handle from the service with the person's session. The page itself never sees the session. */
export async function issueHandle(
  { installation, surface, panel }: Pick<FrameData, 'installation' | 'surface' | 'panel'>,
  record: RecordReference | null,
  organisation: string | null,
): Promise<HandleAnswer> {
  const body = JSON.stringify({ surface, ...(panel !== null && { panel }), ...(record !== null && { record }) });
  const headers = new Headers({ 'content-type': 'application/json' });
  if (organisation !== null) headers.set('service-organisation', organisation);
  try {
    const path = `/instance/v1/installations/${encodeURIComponent(installation.id)}/handle`;
    const response = await fetch(path, { method: 'POST', body, headers, credentials: 'same-origin' });
    const answer = (await response.json()) as { handle: string; expires_in: number; code?: string };
    if (response.ok) return { issued: { handle: answer.handle, expiresInMs: answer.expires_in * MS_PER_SECOND } };
    if (response.status === UNAUTHORIZED) return { ended: 'session_ended' };
    if (answer.code === 'installation.not_found') return { ended: 'installation_removed' };
    return { error: { code: 'handle_denied', params: { code: answer.code ?? String(response.status) } } };
  } catch {
    return { error: { code: 'handle_denied', params: { code: 'service.unavailable' } } };
  }
}
