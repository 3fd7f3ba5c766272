/** How far an installation has come. */
import type { ChannelHealth, Installation } from '../queries.js';

export type Stage = 'waiting' | 'to_read' | 'failing' | 'stopped' | 'installed' | 'removed';

/**
 * `to_read`: a plugin that polls waits for an admin who reads its credentials. `lifecycle`: the health of the calls
 * that bring the credentials to any other plugin; null while it is not known.
 */
export function stageOf(
  { status, delivery }: Pick<Installation, 'status' | 'delivery'>,
  lifecycle: Pick<ChannelHealth, 'state' | 'last_error'> | null,
): Stage {
  switch (status) {
    case 'removed':
      return 'removed';
    case 'pending':
      if (delivery === 'poll') return 'to_read';
      if (lifecycle === null || lifecycle.state === 'ok') return 'waiting';
      return lifecycle.state === 'stopped' ? 'stopped' : 'failing';
    case 'installed':
    case 'consent_pending':
    case 'paused':
    case 'suspended':
      return 'installed';
  }
}
