import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { adjacent, itemsOf, useKeys, useStepKeys, useTexts } from '@kushk/ui';
import { hasSources, type InboxFilter } from './inbox-filter.js';
import {
  kindOf,
  mergedItems,
  selectedProposals,
  toggled,
  waitingAfter,
  withSettled,
  type InboxItem,
  type ListedProposal,
} from './items.js';
import { proposalQuery, proposalsQuery, sourceQuery, sourcesQuery, useSettle } from './queries.js';
import { useDecisions, type Decisions } from './use-decisions.js';
import { useSettledHere, type SettledHere } from './use-settled-here.js';
import { useManySettlement, type ManySettlement } from './use-many-settlement.js';

export type Verdict = 'apply' | 'reject';

export interface Inbox {
  readonly filter: InboxFilter;
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
  /** Opens what waits after this item. */
  readonly advance: (id: string) => void;
  readonly settledHere: SettledHere;
  readonly decisions: Decisions;
  readonly settling: ReturnType<typeof useSettle>;
  readonly many: ManySettlement;
}

/** The state of the inbox, and what its keys do. */
export function useInbox(filter: InboxFilter, addressedId: string | undefined): Inbox {
  const list = useItems(filter);
  const { items, settledHere } = list;
  const [firstId, pinFirst] = useState<string>();
  const [selection, select] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState(filter);
  // What was selected or settled may not belong to what another search or filter leaves.
  if (shown !== filter && JSON.stringify(shown) !== JSON.stringify(filter)) {
    setShown(filter);
    pinFirst(undefined);
    select(new Set());
    settledHere.clear();
  }
  // What is open must not change under the keys when something new arrives above it.
  // The first item is known when both lists are there: until then another one may come before it.
  if (firstId === undefined && !list.isLoading && items[0] !== undefined) pinFirst(items[0].id);
  const openId = addressedId ?? firstId ?? null;
  const chosen = selectedProposals(items, selection);
  const settling = useSettle();
  const many = useManySettlement(settledHere.add);
  const open = useQuery({ ...proposalQuery(openId ?? ''), enabled: openId !== null && kindOf(openId) === 'proposal' });
  const openItem = useOpenItem(filter);
  const decisions = useDecisions(settledHere, openItem);
  usePrefetched(openId === null ? null : waitingAfter(items, openId));

  const clear = (): void => {
    many.close();
    select(new Set());
  };
  const toggle = (id: string): void => {
    many.close();
    select(toggled(selection, id));
  };
  const advance = (id: string): void => {
    const next = waitingAfter(items, id);
    if (next !== null) openItem(next.id);
  };
  const decide = (verdict: Verdict): void => {
    if (many.isOpen) return;
    if (chosen.length > 1) {
      many.settle(chosen, verdict);
      return select(new Set());
    }
    const proposal = open.data;
    if (proposal?.status !== 'pending' || settledHere.items.has(proposal.id) || settling.isPending) return;
    const { fields: _fields, record_revision: revision, ...listed } = proposal;
    select(new Set());
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
  useInboxKeys({ items, openId, openItem, chosen, decide, toggle, clear, undo: decisions.undo });
  const { isLoading, error, retry, more } = list;
  return {
    ...{ filter, items, isLoading, error, retry, more, openId, selection, chosen, settledHere, decisions },
    ...{ toggle, clear, decide, advance, settling, many },
  };
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

function useItems(filter: InboxFilter) {
  const proposals = useInfiniteQuery(proposalsQuery(filter));
  const withSources = hasSources(filter);
  const sources = useInfiniteQuery({ ...sourcesQuery(filter), enabled: withSources });
  const settledHere = useSettledHere();
  const merged = mergedItems(
    { items: itemsOf(proposals) ?? [], hasMore: proposals.hasNextPage },
    { items: itemsOf(sources) ?? [], hasMore: sources.hasNextPage },
    filter.sort,
  );
  const hasMore = proposals.hasNextPage || sources.hasNextPage;
  return {
    settledHere,
    items: withSettled(merged, settledHere.items, filter.sort),
    isLoading: proposals.isLoading || sources.isLoading,
    error: proposals.error ?? sources.error,
    retry: (): void => {
      void proposals.refetch();
      if (withSources) void sources.refetch();
    },
    more: hasMore
      ? (): void => {
          if (proposals.hasNextPage) void proposals.fetchNextPage();
          if (sources.hasNextPage) void sources.fetchNextPage();
        }
      : null,
  };
}

type KeyTargets = Pick<Inbox, 'items' | 'openId' | 'chosen' | 'decide' | 'toggle' | 'clear'> & {
  readonly openItem: (id: string) => void;
  readonly undo: (() => void) | null;
};

function useInboxKeys({ items, openId, openItem, chosen, decide, toggle, clear, undo }: KeyTargets): void {
  const { t } = useTexts();
  useStepKeys((by) => {
    const id = adjacent(items, (item) => item.id === openId, by)?.id;
    if (id !== undefined && id !== openId) openItem(id);
  });
  // An open source has the same keys for its own dialogs.
  const isForSource = openId !== null && kindOf(openId) === 'source' && chosen.length === 0;
  useKeys(
    {
      ...(!isForSource && { KeyA: () => decide('apply'), KeyR: () => decide('reject') }),
      KeyX: () => openId !== null && kindOf(openId) === 'proposal' && toggle(openId),
      ...(undo !== null && { KeyZ: undo }),
      Escape: clear,
    },
    {
      KeyA: t('inbox.key.a'),
      KeyR: t('inbox.key.r'),
      KeyX: t('inbox.key.x'),
      KeyZ: t('inbox.key.z'),
    },
  );
}
