/** Decides the health of the events of a plugin that polls them. Pure. */
import type { ChannelHealth } from '@kushk/contracts';

export const SILENT_AFTER_MS = 24 * 3_600_000;
/** Ten days before the events are deleted (docs/reference/limits.md). */
export const UNREAD_AFTER_MS = 20 * 86_400_000;

export interface Polling {
  /** From when on the plugin was able to poll; null while it is not. */
  readonly pollableSince: Date | null;
  readonly polledAt: Date | null;
  readonly oldestUnreadAt: Date | null;
}

/** `silent` begins at the earlier of the two limits. A plugin that cannot poll, for example while paused, is not. */
export function pollingHealth({ pollableSince, polledAt, oldestUnreadAt }: Polling, now: Date): ChannelHealth {
  const activeMs = Math.max(pollableSince?.getTime() ?? 0, polledAt?.getTime() ?? 0);
  const unreadMs = oldestUnreadAt === null ? Infinity : oldestUnreadAt.getTime() + UNREAD_AFTER_MS;
  const sinceMs = Math.min(activeMs + SILENT_AFTER_MS, unreadMs);
  const isSilent = pollableSince !== null && sinceMs <= now.getTime();
  return {
    state: isSilent ? 'silent' : 'ok',
    since: isSilent ? new Date(sinceMs).toISOString() : null,
    last_success_at: polledAt?.toISOString() ?? null,
    last_error: null,
    next_attempt_at: null,
    ended_by: isSilent ? 'poll' : null,
  };
}
