import { describe, expect, it } from '@jest/globals';
import {
  groupsOf,
  mergedItems,
  pendingProposals,
  proposalItem,
  selectedProposals,
  sourceItem,
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

describe('the selection', () => {
  const proposals = [proposal('prp_3', 30), proposal('prp_2', 20, 'applied'), proposal('prp_1', 10)];
  const noneSettled = new Map();

  it('has pending proposals alone', () => {
    const selection = toggled(toggled(toggled(new Set(), 'prp_1'), 'prp_2'), 'prp_3');
    expect(ids(selectedProposals(proposals, selection, noneSettled))).toEqual(['prp_3', 'prp_1']);
    const settled = new Map([['prp_3', proposalItem(proposals[0]!)]]);
    expect(ids(selectedProposals(proposals, selection, settled))).toEqual(['prp_1']);
    expect(ids(pendingProposals([sourceItem(source('src_1', 5)), ...proposals.map(proposalItem)]))).toEqual([
      'prp_3',
      'prp_1',
    ]);
  });
});

describe('the groups of the list', () => {
  const of = (id: string, record_id: string | null, plugin_id: string) =>
    proposalItem({ ...proposal(id, Number(id.at(-1)) * 10), record_id, plugin_id });
  const items = [
    sourceItem({ ...source('src_6', 50), plugin_id: 'b' }),
    of('prp_5', 'case_2', 'a'),
    of('prp_4', null, 'a'),
    of('prp_3', 'case_1', 'b'),
    of('prp_2', 'case_2', 'b'),
  ];
  const shown = (by: 'record' | 'plugin') => groupsOf(items, by).map((group) => [group.key, ...ids(group.items)]);

  it('put rows of one record together, and what changes no record last', () => {
    expect(shown('record')).toEqual([
      ['case_2', 'prp_5', 'prp_2'],
      ['case_1', 'prp_3'],
      ['', 'src_6', 'prp_4'],
    ]);
  });

  it('put rows of one plugin together', () => {
    expect(shown('plugin')).toEqual([
      ['b', 'src_6', 'prp_3', 'prp_2'],
      ['a', 'prp_5', 'prp_4'],
    ]);
  });
});
