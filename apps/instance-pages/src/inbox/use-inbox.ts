import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { adjacent, itemsOf, useKeys, useStepKeys, useTexts } from '@kushk/ui';
import {
  kindOf,
  mergedItems,
  selectedProposals,
  toggled,
  withSettled,
  type InboxItem,
  type ListedProposal,
} from './items.js';
import { proposalQuery, proposalsQuery, sourcesQuery, useSettle, type Show } from './queries.js';
import { useSettledHere } from './use-settled-here.js';
import { useManySettlement, type ManySettlement } from './use-many-settlement.js';

export type Verdict = 'apply' | 'reject';

export interface Inbox {
  readonly show: Show;
  readonly items: readonly InboxItem[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Loads the next page; null when everything is loaded. */
  readonly more: (() => void) | null;
  /** The id of the open item; null while there is none. */
  readonly openId: string | null;
  readonly selection: ReadonlySet<string>;
  readonly chosen: readonly ListedProposal[];
  readonly toggle: (id: string) => void;
  readonly clear: () => void;
  readonly decide: (verdict: Verdict) => void;
  readonly settling: ReturnType<typeof useSettle>;
  readonly many: ManySettlement;
}

/** The state of the inbox, and what its keys do. */
export function useInbox(show: Show, addressedId: string | undefined): Inbox {
  const list = useItems(show);
  const { items, settledHere } = list;
  const [firstId, pinFirst] = useState<string>();
  // What is open must not change under the keys when something new arrives above it.
  // The first item is known when both lists are there: until then another one may come before it.
  if (firstId === undefined && !list.isLoading && items[0] !== undefined) pinFirst(items[0].id);
  const openId = addressedId ?? firstId ?? null;
  const [selection, select] = useState<ReadonlySet<string>>(new Set());
  const chosen = selectedProposals(items, selection);
  const settling = useSettle();
  const many = useManySettlement(settledHere.add);
  const open = useQuery({ ...proposalQuery(openId ?? ''), enabled: openId !== null && kindOf(openId) === 'proposal' });

  const clear = (): void => {
    many.close();
    select(new Set());
  };
  const toggle = (id: string): void => {
    many.close();
    select(toggled(selection, id));
  };
  const decide = (verdict: Verdict): void => {
    if (many.isOpen) return;
    if (chosen.length > 1) {
      many.settle(chosen, verdict);
      return select(new Set());
    }
    const proposal = open.data;
    if (proposal?.status !== 'pending' || settling.isPending) return;
    const { fields: _fields, record_revision: _revision, ...listed } = proposal;
    const overwriteAt = proposal.stale && verdict === 'apply' ? proposal.record_revision : null;
    settling.mutate({ id: proposal.id, verdict, overwriteAt }, { onSuccess: () => settledHere.add(listed, verdict) });
    select(new Set());
  };
  useInboxKeys({ show, items, openId, chosen, decide, toggle, clear });
  const { isLoading, error, retry, more } = list;
  return {
    ...{ show, items, isLoading, error, retry, more, openId, selection, chosen },
    ...{ toggle, clear, decide, settling, many },
  };
}

function useItems(show: Show) {
  const proposals = useInfiniteQuery(proposalsQuery(show));
  const sources = useInfiniteQuery({
    ...sourcesQuery(show),
    // Sources are not assigned, so none is mine.
    enabled: show !== 'mine',
  });
  const settledHere = useSettledHere();
  const merged = mergedItems(
    { items: itemsOf(proposals) ?? [], hasMore: proposals.hasNextPage },
    { items: itemsOf(sources) ?? [], hasMore: sources.hasNextPage },
  );
  const hasMore = proposals.hasNextPage || sources.hasNextPage;
  return {
    settledHere,
    items: withSettled(merged, settledHere.items),
    isLoading: proposals.isLoading || sources.isLoading,
    error: proposals.error ?? sources.error,
    retry: (): void => {
      void proposals.refetch();
      if (show !== 'mine') void sources.refetch();
    },
    more: hasMore
      ? (): void => {
          if (proposals.hasNextPage) void proposals.fetchNextPage();
          if (sources.hasNextPage) void sources.fetchNextPage();
        }
      : null,
  };
}

type KeyTargets = Pick<Inbox, 'show' | 'items' | 'openId' | 'chosen' | 'decide' | 'toggle' | 'clear'>;

function useInboxKeys({ show, items, openId, chosen, decide, toggle, clear }: KeyTargets): void {
  const { t } = useTexts();
  const navigate = useNavigate();
  useStepKeys((by) => {
    const id = adjacent(items, (item) => item.id === openId, by)?.id;
    if (id === undefined || id === openId) return;
    // The list stays one step in the history: "back" leaves the inbox and does not repeat every key. Without
    // `resetScroll: false` the router would scroll the list back to where it was before the key.
    const search = show === 'waiting' ? {} : { show };
    void navigate({ to: '/inbox/{-$id}', params: { id }, search, replace: true, resetScroll: false });
    document.getElementById(`item-${id}`)?.scrollIntoView({ block: 'nearest' });
  });
  // An open source has the same keys for its own dialogs.
  const isForSource = openId !== null && kindOf(openId) === 'source' && chosen.length === 0;
  useKeys(
    {
      ...(!isForSource && { KeyA: () => decide('apply'), KeyR: () => decide('reject') }),
      KeyX: () => openId !== null && kindOf(openId) === 'proposal' && toggle(openId),
      Escape: clear,
    },
    {
      KeyA: t('inbox.key.a'),
      KeyR: t('inbox.key.r'),
      KeyX: t('inbox.key.x'),
    },
  );
}
