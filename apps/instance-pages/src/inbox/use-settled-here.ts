import { useState } from 'react';
import { proposalItem, type InboxItem, type ListedProposal } from './items.js';

/** How long the service takes an applied proposal back, and what was settled here stays in the list. */
export const UNDO_MS = 30_000;

export interface SettledHere {
  readonly items: ReadonlyMap<string, InboxItem>;
  readonly add: (proposals: readonly ListedProposal[], verdict: 'apply' | 'reject') => void;
  /** Shows it again as the service has it. */
  readonly remove: (id: string) => void;
  readonly clear: () => void;
}

/** What this page has settled. It stays in the list as long as it can be undone, and while a reason is likely. */
export function useSettledHere(): SettledHere {
  const [items, setItems] = useState<ReadonlyMap<string, InboxItem>>(new Map());
  const leave = (isLeaving: (item: InboxItem) => boolean): void =>
    setItems((before) => new Map([...before].filter(([, item]) => !isLeaving(item))));
  const add = (proposals: readonly ListedProposal[], verdict: 'apply' | 'reject'): void => {
    const status = verdict === 'apply' ? 'applied' : 'rejected';
    const settled = proposals.map((one) => proposalItem({ ...one, status, stale: false }));
    setItems((before) => new Map([...before, ...settled.map((item) => [item.id, item] as const)]));
    setTimeout(() => leave((item) => settled.includes(item)), UNDO_MS);
  };
  return { items, add, remove: (id) => leave((item) => item.id === id), clear: () => setItems(new Map()) };
}
