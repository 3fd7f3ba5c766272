import { useState } from 'react';
import { proposalItem, type InboxItem, type ListedProposal } from './items.js';

export interface SettledHere {
  readonly items: ReadonlyMap<string, InboxItem>;
  readonly add: (proposals: readonly ListedProposal[], verdict: 'apply' | 'reject') => void;
  /** Shows it again as the service has it. */
  readonly remove: (id: string) => void;
  readonly clear: () => void;
}

/** What this page has settled. It stays in the list until the page is left, because a reason may follow. */
export function useSettledHere(): SettledHere {
  const [items, setItems] = useState<ReadonlyMap<string, InboxItem>>(new Map());
  const add = (proposals: readonly ListedProposal[], verdict: 'apply' | 'reject'): void => {
    const status = verdict === 'apply' ? 'applied' : 'rejected';
    const settled = proposals.map((one) => proposalItem({ ...one, status, stale: false }));
    setItems((before) => new Map([...before, ...settled.map((item) => [item.id, item] as const)]));
  };
  const remove = (id: string): void => setItems((before) => new Map([...before].filter(([key]) => key !== id)));
  const clear = (): void => setItems(new Map());
  return { items, add, remove, clear };
}
