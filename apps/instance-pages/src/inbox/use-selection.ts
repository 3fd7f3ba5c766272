import { useCallback, useState } from 'react';
import { pendingProposals, toggled, type InboxItem, type ListedProposal } from './items.js';
import { MOST_DECISIONS } from './queries.js';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Whether all that match are to be selected as soon as they are loaded. */
  readonly isLoadingAll: boolean;
  readonly toggle: (id: string) => void;
  /** Selects the pending proposals among these rows; when all are selected already, none of them. */
  readonly toggleGroup: (items: readonly InboxItem[]) => void;
  /** Selects everything that matches the filter, also what is not loaded yet, as far as it can be decided at once. */
  readonly selectAll: () => void;
  readonly clear: () => void;
}

/** What is selected in the inbox. `onChange` is called whenever something is selected; it must stay the same. */
export function useSelection(
  onChange: () => void,
): Selection & { readonly finish: (proposals: readonly ListedProposal[]) => void } {
  const [ids, select] = useState<ReadonlySet<string>>(new Set());
  const [isLoadingAll, setLoadingAll] = useState(false);
  const change = useCallback(
    (next: (before: ReadonlySet<string>) => ReadonlySet<string>): void => {
      onChange();
      setLoadingAll(false);
      select(next);
    },
    [onChange],
  );
  const toggle = useCallback((id: string) => change((before) => toggled(before, id)), [change]);
  return {
    ...{ ids, isLoadingAll, toggle },
    toggleGroup: (items) => {
      const ofGroup = pendingProposals(items).map(({ id }) => id);
      const areAll = ofGroup.every((id) => ids.has(id));
      const others = [...ids].filter((id) => !ofGroup.includes(id));
      change(() => new Set(areAll ? others : [...others, ...ofGroup]));
    },
    selectAll: () => {
      onChange();
      setLoadingAll(true);
    },
    clear: () => change(() => new Set()),
    finish: (proposals) => {
      setLoadingAll(false);
      select(new Set(proposals.slice(0, MOST_DECISIONS).map(({ id }) => id)));
    },
  };
}
