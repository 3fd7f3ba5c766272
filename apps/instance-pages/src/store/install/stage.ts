/** How far an installation has come. */
import type { ChannelHealth, Installation } from '../queries.js';

export type Stage = 'waiting' | 'failing' | 'stopped' | 'installed' | 'removed';

/** `lifecycle`: the health of the calls that bring the credentials; null while it is not known. */
export function stageOf(
  status: Installation['status'],
  lifecycle: Pick<ChannelHealth, 'state' | 'last_error'> | null,
): Stage {
  switch (status) {
    case 'removed':
      return 'removed';
    case 'pending':
      if (lifecycle === null || lifecycle.state === 'ok') return 'waiting';
      return lifecycle.state === 'stopped' ? 'stopped' : 'failing';
    case 'installed':
    case 'consent_pending':
    case 'paused':
    case 'suspended':
      return 'installed';
  }
}
