/** The items of the inbox: what it shows, in which order, and what the keys do to the selection. */
import type { InstanceComponents } from '@kushk/api-client';

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

const newestFirst = (left: InboxItem, right: InboxItem): number =>
  left.createdAt === right.createdAt ? (left.id < right.id ? 1 : -1) : left.createdAt < right.createdAt ? 1 : -1;

/**
 * Merges the loaded proposals and sources, the newest first. While more of a list is to be loaded, items older than its
 * last one are left out: what comes next may belong before them.
 */
export function mergedItems(proposals: Loaded<ListedProposal>, sources: Loaded<Source>): readonly InboxItem[] {
  const lists = [
    { items: proposals.items.map(proposalItem), hasMore: proposals.hasMore },
    { items: sources.items.map(sourceItem), hasMore: sources.hasMore },
  ];
  const oldest = lists
    .filter(({ hasMore }) => hasMore)
    .map(({ items }) => items.at(-1)?.createdAt ?? '')
    .reduce((latest, at) => (at > latest ? at : latest), '');
  return lists
    .flatMap(({ items }) => items)
    .filter(({ createdAt }) => createdAt >= oldest)
    .sort(newestFirst);
}

/** Keeps what was settled on this page in the list, at its place, so that a reason can be added. */
export function withSettled(
  items: readonly InboxItem[],
  settled: ReadonlyMap<string, InboxItem>,
): readonly InboxItem[] {
  if (settled.size === 0) return items;
  const others = items.filter(({ id }) => !settled.has(id));
  return [...others, ...settled.values()].sort(newestFirst);
}

/** Adds an id to the selection, or removes it. */
export function toggled(selection: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Returns the selected proposals that are still pending, in the order of the list. */
export function selectedProposals(
  items: readonly InboxItem[],
  selection: ReadonlySet<string>,
): readonly ListedProposal[] {
  return items.flatMap((item) =>
    item.kind === 'proposal' && item.proposal.status === 'pending' && selection.has(item.id) ? [item.proposal] : [],
  );
}
