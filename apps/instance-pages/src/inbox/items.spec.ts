import { describe, expect, it } from '@jest/globals';
import {
  mergedItems,
  proposalItem,
  selectedProposals,
  toggled,
  waitingAfter,
  withSettled,
  type ListedProposal,
  type Source,
} from './items.js';

const proposal = (id: string, minute: number, status = 'pending'): ListedProposal =>
  ({ id, status, created_at: `2026-11-20T08:${minute}:00.000Z` }) as ListedProposal;
const source = (id: string, minute: number): Source =>
  ({ id, status: 'pending', created_at: `2026-11-20T08:${minute}:00.000Z` }) as Source;
const ids = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id);

describe('the list of the inbox', () => {
  const proposals = [proposal('prp_4', 40), proposal('prp_2', 20)];
  const sources = [source('src_5', 50), source('src_3', 30), source('src_1', 10)];

  it('shows proposals and sources by time, the newest first', () => {
    const items = mergedItems({ items: proposals, hasMore: false }, { items: sources, hasMore: false });
    expect(ids(items)).toEqual(['src_5', 'prp_4', 'src_3', 'prp_2', 'src_1']);
  });

  it('leaves out what unloaded items may precede', () => {
    const items = mergedItems({ items: proposals, hasMore: true }, { items: sources, hasMore: false });
    expect(ids(items)).toEqual(['src_5', 'prp_4', 'src_3', 'prp_2']);
  });

  it('keeps what was settled on the page at its place, once', () => {
    const items = mergedItems({ items: [proposals[1]!], hasMore: false }, { items: sources, hasMore: false });
    const settled = new Map([['prp_4', proposalItem(proposal('prp_4', 40, 'applied'))]]);
    expect(ids(withSettled(items, settled))).toEqual(['src_5', 'prp_4', 'src_3', 'prp_2', 'src_1']);
    const again = mergedItems({ items: proposals, hasMore: false }, { items: sources, hasMore: false });
    expect(withSettled(again, settled).filter(({ id }) => id === 'prp_4')).toMatchObject([
      { proposal: { status: 'applied' } },
    ]);
  });
});

describe('the order of the list', () => {
  it('may begin with the oldest, and what is not loaded yet still leaves no gap', () => {
    const old = { items: [proposal('prp_2', 20), proposal('prp_4', 40)], hasMore: true };
    const sources = { items: [source('src_1', 10), source('src_5', 50)], hasMore: false };
    expect(ids(mergedItems(old, sources, 'oldest'))).toEqual(['src_1', 'prp_2', 'prp_4']);
  });

  it('leads on to the next item that waits, and at the end back to the last one', () => {
    const items = [proposal('prp_3', 30), proposal('prp_2', 20, 'applied'), proposal('prp_1', 10)].map(proposalItem);
    expect(waitingAfter(items, 'prp_3')?.id).toBe('prp_1');
    expect(waitingAfter(items, 'prp_1')?.id).toBe('prp_3');
    expect(waitingAfter(items.slice(1, 2), 'prp_2')).toBeNull();
  });
});

describe('the keys of the inbox', () => {
  const items = [proposal('prp_3', 30), proposal('prp_2', 20, 'applied'), proposal('prp_1', 10)].map(proposalItem);

  it('select pending proposals alone', () => {
    const selection = toggled(toggled(toggled(new Set(), 'prp_1'), 'prp_2'), 'prp_3');
    expect(ids(selectedProposals(items, selection))).toEqual(['prp_3', 'prp_1']);
    expect(ids(selectedProposals(items, toggled(selection, 'prp_3')))).toEqual(['prp_1']);
  });
});
