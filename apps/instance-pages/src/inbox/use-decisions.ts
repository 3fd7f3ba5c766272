import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { showToast, useTexts } from '@kushk/ui';
import type { ListedProposal } from './items.js';
import { explain, settle, undo } from './queries.js';
import { rejectLater, sendAll, takeBack, TAKE_BACK_MS } from './unsent-rejections.js';
import { UNDO_MS, type SettledHere } from './use-settled-here.js';

interface Decision {
  readonly proposal: ListedProposal;
  readonly verdict: 'apply' | 'reject';
}

/** A rejected proposal whose reason is written. */
export type Explained = Pick<ListedProposal, 'id' | 'summary'>;

export interface Decisions {
  /** The last one, as long as something can be done with it: to undo it, or to write the reason of a rejection. */
  readonly last: Decision | null;
  /** Whether the last one can be taken back. */
  readonly canUndoLast: boolean;
  /** What was applied last, also when it can no longer be undone. */
  readonly lastApplied: ListedProposal | null;
  readonly applied: (proposal: ListedProposal) => void;
  /** Rejects it in a while. */
  readonly reject: (proposal: ListedProposal) => void;
  /** Takes a decision back: an unsent rejection, whose proposal is opened, or an applied proposal. */
  readonly undo: (proposal: ListedProposal) => void;
  /** Sends the reason with the rejection while that is not sent, else after it. Throws what the service refuses. */
  readonly explain: (proposal: Explained, reason: string) => Promise<void>;
}

/** The decisions of this page about single proposals. */
export function useDecisions(settledHere: SettledHere, open: (id: string) => void): Decisions {
  const { t } = useTexts();
  const queries = useQueryClient();
  const { last, canUndo, setLast } = useLastDecision();
  const [lastApplied, setLastApplied] = useState<ListedProposal | null>(null);
  useLeaving(sendAll);

  const refresh = () => queries.invalidateQueries({ queryKey: ['proposals'] });
  const send = async ({ id, summary: name }: Explained): Promise<void> => {
    try {
      await settle({ id, verdict: 'reject' });
    } catch (error) {
      settledHere.remove(id);
      const message = error instanceof Error ? error.message : String(error);
      showToast({ tone: 'bad', message: t('inbox.reject.not_sent', { name, message }) });
    }
    await refresh();
  };
  const decided = (proposal: ListedProposal, verdict: Decision['verdict']): void => {
    settledHere.add([proposal], verdict);
    setLast({ proposal, verdict });
  };
  const undoApplied = async (proposal: ListedProposal): Promise<void> => {
    const { id, summary: name } = proposal;
    try {
      const { undone_at } = await undo(id);
      settledHere.add([{ ...proposal, undone_at }], 'apply');
      showToast({ tone: 'good', message: t('inbox.undone', { name }) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      showToast({ tone: 'bad', message: t('inbox.not_undone', { name, message }) });
    }
    await refresh();
  };
  return {
    ...{ last, canUndoLast: canUndo, lastApplied },
    applied: (proposal) => {
      decided(proposal, 'apply');
      setLastApplied(proposal);
    },
    reject: (proposal) => {
      decided(proposal, 'reject');
      rejectLater(proposal.id, () => void send(proposal));
    },
    undo: (proposal) => {
      if (last?.proposal.id === proposal.id) setLast(null);
      if (!takeBack(proposal.id)) return void undoApplied(proposal);
      settledHere.remove(proposal.id);
      open(proposal.id);
    },
    explain: async (proposal, reason) => {
      const { id } = proposal;
      const wasUnsent = takeBack(id);
      try {
        await (wasUnsent ? settle({ id, verdict: 'reject', reason }) : explain(id, reason));
      } catch (error) {
        // Otherwise the rejection would never be sent.
        if (wasUnsent) rejectLater(id, () => void send(proposal));
        throw error;
      } finally {
        await refresh();
      }
    },
  };
}

/** The last decision until nothing can be done with it, and whether it can be undone. */
function useLastDecision() {
  const [last, setDecision] = useState<Decision | null>(null);
  const [canUndo, setCanUndo] = useState(false);
  useEffect(() => {
    if (last === null) return;
    const timers = [
      setTimeout(() => setCanUndo(false), last.verdict === 'apply' ? UNDO_MS : TAKE_BACK_MS),
      setTimeout(() => setDecision(null), UNDO_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, [last]);
  const setLast = (decision: Decision | null): void => {
    setDecision(decision);
    setCanUndo(decision !== null);
  };
  return { last, canUndo, setLast };
}

/** Runs `leave` when the page is closed, and when the inbox is left for another page. */
function useLeaving(leave: () => void): void {
  useEffect(() => {
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [leave]);
}
