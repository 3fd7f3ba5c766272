import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { showToast, useTexts } from '@kushk/ui';
import type { ListedProposal } from './items.js';
import { settle, undo } from './queries.js';
import { rejectLater, sendAll, takeBack, TAKE_BACK_MS } from './unsent-rejections.js';
import type { SettledHere } from './use-settled-here.js';

/** How long the service takes an applied proposal back. */
const UNDO_MS = 30_000;

interface Decision {
  readonly proposal: ListedProposal;
  readonly verdict: 'apply' | 'reject';
}

export interface Decisions {
  /** The last one, as long as the page says so. */
  readonly last: Decision | null;
  readonly applied: (proposal: ListedProposal) => void;
  /** Rejects it in a while. */
  readonly reject: (proposal: ListedProposal) => void;
  /** Takes the last decision back and opens its proposal; null when that is too late. */
  readonly undo: (() => void) | null;
}

/** The decisions of this page about single proposals, of which the last one can be taken back. */
export function useDecisions(settledHere: SettledHere, open: (id: string) => void): Decisions {
  const { t } = useTexts();
  const queries = useQueryClient();
  const [last, setLast] = useState<Decision | null>(null);
  const [canUndo, setCanUndo] = useState(false);
  useLeaving(sendAll);
  useEffect(() => {
    if (!canUndo) return;
    const timer = setTimeout(() => setCanUndo(false), last?.verdict === 'apply' ? UNDO_MS : TAKE_BACK_MS);
    return () => clearTimeout(timer);
  }, [canUndo, last]);

  const send = async (proposal: ListedProposal): Promise<void> => {
    try {
      await settle({ id: proposal.id, verdict: 'reject' });
    } catch (error) {
      settledHere.remove(proposal.id);
      const message = error instanceof Error ? error.message : String(error);
      showToast({ tone: 'bad', message: t('inbox.reject.not_sent', { name: proposal.summary, message }) });
    }
    await queries.invalidateQueries({ queryKey: ['proposals'] });
  };
  const decided = (proposal: ListedProposal, verdict: Decision['verdict']): void => {
    settledHere.add([proposal], verdict);
    setLast({ proposal, verdict });
    setCanUndo(true);
  };
  const undoApplied = async ({ id, summary: name }: ListedProposal): Promise<void> => {
    try {
      await undo(id);
      showToast({ tone: 'good', message: t('inbox.undone', { name }) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      showToast({ tone: 'bad', message: t('inbox.not_undone', { name, message }) });
    }
    await queries.invalidateQueries({ queryKey: ['proposals'] });
  };
  const takeBackLast = ({ proposal, verdict }: Decision): void => {
    setCanUndo(false);
    if (verdict === 'apply') return void undoApplied(proposal);
    if (!takeBack(proposal.id)) return;
    settledHere.remove(proposal.id);
    setLast(null);
    open(proposal.id);
  };
  return {
    last,
    applied: (proposal) => decided(proposal, 'apply'),
    reject: (proposal) => {
      decided(proposal, 'reject');
      rejectLater(proposal.id, () => void send(proposal));
    },
    undo: last === null || !canUndo ? null : () => takeBackLast(last),
  };
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
