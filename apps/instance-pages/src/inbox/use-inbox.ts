import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { adjacent, showToast, useKeys, useStepKeys, useTexts } from '@kushk/ui';
import type { InboxFilter } from './inbox-filter.js';
import {
  kindOf,
  isWaiting,
  pendingProposals,
  proposalItem,
  selectedProposals,
  sourceItem,
  waitingAfter,
  type InboxItem,
  type ListedProposal,
} from './items.js';
import { MOST_DECISIONS, proposalQuery, sourceQuery, useSettle, type DetailedProposal } from './queries.js';
import type { Verdict } from './settle-many.js';
import { isUnsent } from './unsent-rejections.js';
import { useDecisions, type Decisions, type Explained } from './use-decisions.js';
import { useItems, type Items } from './use-items.js';
import { useManySettlement, type ManySettlement } from './use-many-settlement.js';
import { useSelection, type Selection } from './use-selection.js';
import { useSettledHere, type SettledHere } from './use-settled-here.js';
import { useUndoable } from './use-undoable.js';

export interface Inbox extends Omit<Items, 'proposals' | 'hasMoreProposals'> {
  readonly filter: InboxFilter;
  /** The id of the open item; null while there is none. */
  readonly openId: string | null;
  readonly selection: Selection;
  readonly chosen: readonly ListedProposal[];
  /** Whether more proposals match than can be decided at once, so that the selection is only a part of them. */
  readonly isBeyondMost: boolean;
  /** Decides the open proposal. */
  readonly decide: (verdict: Verdict) => void;
  /** Decides the selected ones. */
  readonly decideMany: (verdict: Verdict, reason: string | null) => void;
  /** Opens what waits after this item. */
  readonly advance: (id: string) => void;
  readonly settledHere: SettledHere;
  readonly decisions: Decisions;
  readonly settling: ReturnType<typeof useSettle>;
  /** Whether the change of the open proposal can be taken back. */
  readonly canUndoOpen: boolean;
  /** The rejected proposal whose reason is being written; null: none. */
  readonly explaining: Explained | null;
  readonly explainNow: (proposal: Explained | null) => void;
  readonly many: ManySettlement;
}

/** The state of the inbox, and what its keys do. */
export function useInbox(filter: InboxFilter, addressedId: string | undefined): Inbox {
  const settledHere = useSettledHere();
  const many = useManySettlement(settledHere.add);
  // Whatever is selected next, the outcomes of the last selection are put away.
  const { finish, ...selected } = useSelection(many.close);
  const { openId, pinFirst } = useOpenId(addressedId);
  const { item: shown, proposal: open } = useShown(openId);
  const list = useItems(filter, { settledHere, loadsAll: selected.isLoadingAll, shown });
  const { proposals, hasMoreProposals, ...shownList } = list;
  const { items } = list;
  const selection = useSelectAll(selected, list.isLoading || hasMoreProposals || pendingProposals(items).length > 0);
  const [former, setFormer] = useState(filter);
  // What was selected or settled may not belong to what another search or filter leaves.
  if (former !== filter && JSON.stringify(former) !== JSON.stringify(filter)) {
    setFormer(filter);
    pinFirst(null);
    selection.clear();
    settledHere.clear();
  }
  // What is open must not change under the keys when something new arrives above it.
  // The first item is known when both lists are there: until then another one may come before it.
  else if (openId === null && list.isListed && items[0] !== undefined) pinFirst((items.find(isWaiting) ?? items[0]).id);
  const isComplete = list.isListed && !(hasMoreProposals && proposals.length < MOST_DECISIONS);
  if (selection.isLoadingAll && isComplete) finish(proposals);
  const chosen = selectedProposals(proposals, selection.ids, settledHere.items);
  const navigateTo = useOpenItem(filter);
  const openItem = (id: string): void => {
    many.close();
    navigateTo(id);
  };
  const decisions = useDecisions(settledHere, openItem);
  const canUndoOpen = useUndoable(open);
  usePrefetched(openId === null ? null : waitingAfter(items, openId));
  const advance = (id: string): void => {
    const next = waitingAfter(items, id);
    if (next !== null) openItem(next.id);
  };
  const { decide, settling } = useDecide(open, { settledHere, selection, decisions, many, advance });
  const decideMany = (verdict: Verdict, reason: string | null): void => {
    many.settle(chosen, verdict, reason);
    selection.clear();
  };
  const [explaining, explainNow] = useState<Explained | null>(null);
  const isBeyondMost = chosen.length >= MOST_DECISIONS && (hasMoreProposals || proposals.length > chosen.length);
  const state = { filter, openId, selection, chosen, isBeyondMost, settledHere, decisions, settling, many };
  const inbox = { ...shownList, ...state, decide, decideMany, advance, canUndoOpen, explaining, explainNow };
  useInboxKeys(inbox, open, openItem);
  return inbox;
}

/** The id of what is open: the addressed item, else what was the first one when the page was opened without one. */
function useOpenId(addressedId: string | undefined) {
  const [firstId, pinFirst] = useState<string | null>(null);
  const [former, setFormer] = useState(addressedId);
  if (former !== addressedId) {
    setFormer(addressedId);
    // What was the first one before may be decided, and in the list no more.
    if (addressedId === undefined) pinFirst(null);
  }
  return { openId: addressedId ?? (former === addressedId ? firstId : null), pinFirst };
}

/** What is open as the service has it, for its row: it may be in no page of the list. */
function useShown(openId: string | null): { item: InboxItem | null; proposal: DetailedProposal | undefined } {
  const isSource = openId !== null && kindOf(openId) === 'source';
  const { data: proposal } = useQuery({ ...proposalQuery(openId ?? ''), enabled: openId !== null && !isSource });
  const { data: source } = useQuery({ ...sourceQuery(openId ?? ''), enabled: isSource });
  const item = proposal ? proposalItem(proposal) : source ? sourceItem(source) : null;
  return { item, proposal };
}

type DecideParts = Pick<Inbox, 'settledHere' | 'selection' | 'decisions' | 'many' | 'advance'>;

function useDecide(proposal: DetailedProposal | undefined, parts: DecideParts): Pick<Inbox, 'decide' | 'settling'> {
  const { settledHere, selection, decisions, many, advance } = parts;
  const settling = useSettle();
  const decide = (verdict: Verdict): void => {
    if (many.isOpen) return;
    if (proposal?.status !== 'pending' || settledHere.items.has(proposal.id) || settling.isPending) return;
    const { fields: _fields, record_revision: revision, ...listed } = proposal;
    selection.clear();
    if (verdict === 'reject') {
      decisions.reject(listed);
      return advance(proposal.id);
    }
    const onSuccess = (): void => {
      decisions.applied(listed);
      advance(proposal.id);
    };
    settling.mutate({ id: proposal.id, verdict, overwriteAt: proposal.stale ? revision : null }, { onSuccess });
  };
  return { decide, settling };
}

/** The selection; to select all of nothing shows a message. */
function useSelectAll(selection: Selection, canSelect: boolean): Selection {
  const refuse = useRefusal();
  return canSelect ? selection : { ...selection, selectAll: refuse };
}

/** Says why nothing is selected. */
function useRefusal(): () => void {
  const { t } = useTexts();
  return () => showToast({ tone: 'neutral', message: t('inbox.select.none') });
}

function useOpenItem(filter: InboxFilter): (id: string) => void {
  const navigate = useNavigate();
  return (id) => {
    // The list stays one step in the history: "back" leaves the inbox and does not repeat every key. Without
    // `resetScroll: false` the router would scroll the list back to where it was before the key.
    void navigate({ to: '/inbox/{-$id}', params: { id }, search: filter, replace: true, resetScroll: false });
    document.getElementById(`item-${id}`)?.scrollIntoView({ block: 'nearest' });
  };
}

/** Reads what is probably decided next, so that it is there at once. */
function usePrefetched(next: InboxItem | null): void {
  const queries = useQueryClient();
  const { id = null } = next ?? {};
  useEffect(() => {
    if (id === null) return;
    if (kindOf(id) === 'proposal') void queries.prefetchQuery(proposalQuery(id));
    else void queries.prefetchQuery(sourceQuery(id));
  }, [queries, id]);
}

function useInboxKeys(inbox: Inbox, open: DetailedProposal | undefined, openItem: (id: string) => void): void {
  const { items, openId, chosen, decide, selection } = inbox;
  const { t } = useTexts();
  useStepKeys((by) => {
    const id = adjacent(items, (item) => item.id === openId, by)?.id;
    if (id !== undefined && id !== openId) openItem(id);
  });
  // An open source, several proposals and what became of them have the same keys for their own dialogs.
  const isSource = openId !== null && kindOf(openId) === 'source';
  const hasDialogs = inbox.many.isOpen || chosen.length > 1 || (isSource && chosen.length === 0);
  const refuse = useRefusal();
  const isStale = open?.stale === true && open.status === 'pending';
  useKeys(
    {
      ...(!hasDialogs && {
        // A key that is pressed again and again must not replace an edited value unseen.
        KeyA: () => (isStale ? showToast({ tone: 'neutral', message: t('inbox.stale.key') }) : decide('apply')),
        ...(isStale && { 'Shift+KeyA': () => decide('apply') }),
        KeyR: () => decide('reject'),
      }),
      KeyX: () => (isSource ? refuse() : openId !== null && selection.toggle(openId)),
      'Shift+KeyX': selection.selectAll,
      ...useFollowUps(inbox, open),
      Escape: selection.clear,
    },
    {
      KeyA: t('inbox.key.a'),
      'Shift+KeyA': t('inbox.apply_anyway'),
      KeyR: t('inbox.key.r'),
      KeyX: t('inbox.key.x'),
      'Shift+KeyX': t('inbox.select_all'),
      KeyZ: t('inbox.key.z'),
      KeyW: t('inbox.reason.write'),
    },
  );
}

/** The keys after a decision. They are about what is shown, and about the last decision while that waits for one. */
function useFollowUps(inbox: Inbox, open: DetailedProposal | undefined): Record<'KeyZ' | 'KeyW', () => void> {
  const { decisions, canUndoOpen, explainNow, many, settledHere } = inbox;
  const { t } = useTexts();
  const isDecided = open !== undefined && !many.isOpen && (open.status !== 'pending' || settledHere.items.has(open.id));
  const { last, canUndoLast } = decisions;
  return {
    KeyZ: () => {
      if (isDecided && (canUndoOpen || isUnsent(open.id))) decisions.undo(open);
      else if (!isDecided && !many.isOpen && canUndoLast && last !== null) decisions.undo(last.proposal);
      else showToast({ tone: 'neutral', message: t('inbox.undo.not_now') });
    },
    KeyW: () => {
      if (isDecided && (open.status === 'rejected' || isUnsent(open.id))) explainNow(open);
      else if (!isDecided && last?.verdict === 'reject') explainNow(last.proposal);
    },
  };
}
