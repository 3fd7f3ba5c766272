import { useEffect, useState } from 'react';
import { nowMs } from '@kushk/ui';
import { useMe } from '../organisation/me.js';
import type { DetailedProposal } from './queries.js';
import { UNDO_MS } from './use-settled-here.js';

/** Whether the person can still take back the change of a proposal, by the clock of the service. */
export function useUndoable(proposal: DetailedProposal | undefined): boolean {
  const { personId } = useMe();
  const { status, settled_by, settler_id, settled_at, undone_at } = proposal ?? {};
  const isOwn = status === 'applied' && settled_by === 'person' && settler_id === personId && undone_at === null;
  const until = isOwn && typeof settled_at === 'string' ? Date.parse(settled_at) + UNDO_MS : null;
  // The time until which it was too late when the page last looked.
  const [ended, setEnded] = useState<number | null>(null);
  const isPossible = until !== null && until !== ended && until > nowMs();
  useEffect(() => {
    if (!isPossible) return;
    const timer = setTimeout(() => setEnded(until), Math.min(until - nowMs(), UNDO_MS));
    return () => clearTimeout(timer);
  }, [isPossible, until]);
  return isPossible;
}
