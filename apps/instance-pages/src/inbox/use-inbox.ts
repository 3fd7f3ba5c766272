import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { adjacent, showToast, useKeys, useStepKeys, useTexts } from '@kushk/ui';
import type { InboxFilter } from './inbox-filter.js';
import {
  kindOf,
  pendingProposals,
  selectedProposals,
  waitingAfter,
  type InboxItem,
  type ListedProposal,
} from './items.js';
import { MOST_DECISIONS, proposalQuery, sourceQuery, useSettle } from './queries.js';
import type { Verdict } from './settle-many.js';
import { useDecisions, type Decisions } from './use-decisions.js';
import { useItems, type Items } from './use-items.js';
import { useManySettlement, type ManySettlement } from './use-many-settlement.js';
import { useSelection, type Selection } from './use-selection.js';
import { useSettledHere, type SettledHere } from './use-settled-here.js';

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
  readonly many: ManySettlement;
}

/** The state of the inbox, and what its keys do. */
export function useInbox(filter: InboxFilter, addressedId: string | undefined): Inbox {
  const settledHere = useSettledHere();
  const many = useManySettlement(settledHere.add);
  // Whatever is selected next, the outcomes of the last selection are put away.
  const { finish, ...selected } = useSelection(many.close);
  const list = useItems(filter, { settledHere, loadsAll: selected.isLoadingAll });
  const { proposals, hasMoreProposals, ...shownList } = list;
  const { items } = list;
  const selection = useSelectAll(selected, list.isLoading || hasMoreProposals || pendingProposals(items).length > 0);
  const [firstId, pinFirst] = useState<string>();
  const [shown, setShown] = useState(filter);
  // What was selected or settled may not belong to what another search or filter leaves.
  if (shown !== filter && JSON.stringify(shown) !== JSON.stringify(filter)) {
    setShown(filter);
    pinFirst(undefined);
    selection.clear();
    settledHere.clear();
  }
  // What is open must not change under the keys when something new arrives above it.
  // The first item is known when both lists are there: until then another one may come before it.
  if (firstId === undefined && list.isListed && items[0] !== undefined) pinFirst(items[0].id);
  const isComplete = list.isListed && !(hasMoreProposals && proposals.length < MOST_DECISIONS);
  if (selection.isLoadingAll && isComplete) finish(proposals);
  const openId = addressedId ?? firstId ?? null;
  const chosen = selectedProposals(proposals, selection.ids, settledHere.items);
  const settling = useSettle();
  const open = useQuery({ ...proposalQuery(openId ?? ''), enabled: openId !== null && kindOf(openId) === 'proposal' });
  const openItem = useOpenItem(filter);
  const decisions = useDecisions(settledHere, openItem);
  usePrefetched(openId === null ? null : waitingAfter(items, openId));

  const advance = (id: string): void => {
    const next = waitingAfter(items, id);
    if (next !== null) openItem(next.id);
  };
  const decide = (verdict: Verdict): void => {
    if (many.isOpen) return;
    const proposal = open.data;
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
  const decideMany = (verdict: Verdict, reason: string | null): void => {
    many.settle(chosen, verdict, reason);
    selection.clear();
  };
  useInboxKeys({ items, openId, openItem, chosen, decide, selection, undo: decisions.undo });
  const isBeyondMost = chosen.length >= MOST_DECISIONS && (hasMoreProposals || proposals.length > chosen.length);
  return {
    ...shownList,
    ...{
      filter,
      openId,
      selection,
      chosen,
      isBeyondMost,
      settledHere,
      decisions,
      decide,
      decideMany,
      advance,
      settling,
      many,
    },
  };
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

type KeyTargets = Pick<Inbox, 'items' | 'openId' | 'chosen' | 'decide' | 'selection'> & {
  readonly openItem: (id: string) => void;
  readonly undo: (() => void) | null;
};

function useInboxKeys({ items, openId, openItem, chosen, decide, selection, undo }: KeyTargets): void {
  const { t } = useTexts();
  useStepKeys((by) => {
    const id = adjacent(items, (item) => item.id === openId, by)?.id;
    if (id !== undefined && id !== openId) openItem(id);
  });
  // An open source and several proposals have the same keys for their own dialogs.
  const isSource = openId !== null && kindOf(openId) === 'source';
  const hasDialogs = chosen.length > 1 || (isSource && chosen.length === 0);
  const refuse = useRefusal();
  useKeys(
    {
      ...(!hasDialogs && { KeyA: () => decide('apply'), KeyR: () => decide('reject') }),
      KeyX: () => (isSource ? refuse() : openId !== null && selection.toggle(openId)),
      'Shift+KeyX': selection.selectAll,
      ...(undo !== null && { KeyZ: undo }),
      Escape: selection.clear,
    },
    {
      KeyA: t('inbox.key.a'),
      KeyR: t('inbox.key.r'),
      KeyX: t('inbox.key.x'),
      'Shift+KeyX': t('inbox.select_all'),
      KeyZ: t('inbox.key.z'),
    },
  );
}
