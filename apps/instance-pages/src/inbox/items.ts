/** The items of the inbox: what it shows, in which order, and what the keys do to the selection. */
import type { InstanceComponents } from '@kushk/api-client';
import type { Grouping } from './inbox-filter.js';

export type ListedProposal = InstanceComponents['schemas']['ListedProposal'];
export type Source = InstanceComponents['schemas']['SourceForPeople'];

export type InboxItem =
  | { readonly kind: 'proposal'; readonly id: string; readonly createdAt: string; readonly proposal: ListedProposal }
  | { readonly kind: 'source'; readonly id: string; readonly createdAt: string; readonly source: Source };

export const proposalItem = (proposal: ListedProposal): InboxItem => ({
  kind: 'proposal',
  id: proposal.id,
  createdAt: proposal.created_at,
  proposal,
});
export const sourceItem = (source: Source): InboxItem => ({
  kind: 'source',
  id: source.id,
  createdAt: source.created_at,
  source,
});

/** The kind of an item by its id, so that an address opens an item that is not in the list. */
export const kindOf = (id: string): InboxItem['kind'] => (id.startsWith('src_') ? 'source' : 'proposal');

interface Loaded<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

export type Sort = 'newest' | 'oldest';

const byTime =
  (sort: Sort) =>
  (left: InboxItem, right: InboxItem): number => {
    const [first, second] = sort === 'newest' ? [right, left] : [left, right];
    const [key, other] = [`${first.createdAt} ${first.id}`, `${second.createdAt} ${second.id}`];
    return key < other ? -1 : key > other ? 1 : 0;
  };

/**
 * Merges the loaded proposals and sources. While more of a list is to be loaded, items beyond its last one are left
 * out: what comes next may belong before them.
 */
export function mergedItems(
  proposals: Loaded<ListedProposal>,
  sources: Loaded<Source>,
  sort: Sort = 'newest',
): readonly InboxItem[] {
  const lists = [
    { items: proposals.items.map(proposalItem), hasMore: proposals.hasMore },
    { items: sources.items.map(sourceItem), hasMore: sources.hasMore },
  ];
  const order = byTime(sort);
  const ends = lists.flatMap(({ items, hasMore }) => (hasMore ? items.slice(-1) : []));
  return lists
    .flatMap(({ items }) => items)
    .filter((item) => ends.every((end) => order(item, end) <= 0))
    .sort(order);
}

/** Keeps what was settled on this page in the list, at its place, so that a reason can be added. */
export function withSettled(
  items: readonly InboxItem[],
  settled: ReadonlyMap<string, InboxItem>,
  sort: Sort = 'newest',
): readonly InboxItem[] {
  if (settled.size === 0) return items;
  const others = items.filter(({ id }) => !settled.has(id));
  return [...others, ...settled.values()].sort(byTime(sort));
}

/** The rows of one record, or of one plugin. */
export interface ItemGroup {
  /** Empty for what changes no existing record: new records and sources. */
  readonly key: string;
  readonly items: readonly InboxItem[];
}

/** Puts the rows together, the groups in the order of their first rows; what changes no record comes last. */
export function groupsOf(items: readonly InboxItem[], by: Grouping): readonly ItemGroup[] {
  const groups = Map.groupBy(items, (item) => groupKeyOf(item, by));
  const rest = groups.get('') ?? [];
  groups.delete('');
  const named = [...groups].map(([key, ofGroup]) => ({ key, items: ofGroup }));
  return rest.length === 0 ? named : [...named, { key: '', items: rest }];
}

function groupKeyOf(item: InboxItem, by: Grouping): string {
  if (by === 'plugin') return (item.kind === 'proposal' ? item.proposal : item.source).plugin_id;
  return item.kind === 'proposal' ? (item.proposal.record_id ?? '') : '';
}

export const isWaiting = (item: InboxItem): boolean =>
  (item.kind === 'proposal' ? item.proposal : item.source).status === 'pending';

/**
 * What is to be decided after an item: the next one in the list that waits, else the last one before it. Null when
 * nothing else waits.
 */
export function waitingAfter(items: readonly InboxItem[], id: string): InboxItem | null {
  const at = items.findIndex((item) => item.id === id);
  return items.slice(at + 1).find(isWaiting) ?? items.slice(0, Math.max(at, 0)).findLast(isWaiting) ?? null;
}

/** Adds an id to the selection, or removes it. */
export function toggled(selection: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Returns the proposals that are still pending, in the order of the list. */
export const pendingProposals = (items: readonly InboxItem[]): readonly ListedProposal[] =>
  items.flatMap((item) => (item.kind === 'proposal' && item.proposal.status === 'pending' ? [item.proposal] : []));

/** Returns the selected proposals, without those that were settled on this page meanwhile. */
export const selectedProposals = (
  proposals: readonly ListedProposal[],
  ids: ReadonlySet<string>,
  settled: ReadonlyMap<string, unknown>,
): readonly ListedProposal[] =>
  proposals.filter(({ id, status }) => status === 'pending' && ids.has(id) && !settled.has(id));
