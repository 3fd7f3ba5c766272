/** A submission that a person has begun, stored in the tab until it is sent: a reload loses nothing. */
import { useEffect } from 'react';
import { NO_PLAN, type TypedPlan } from '../release/rollout-plan.js';

export interface Draft extends TypedPlan {
  readonly text: string;
  readonly notes: string;
  readonly tier: string;
}

const keyOf = (publisher: string, plugin: string | undefined): string => `kushk.draft.${publisher}.${plugin ?? ''}`;

export function readDraft(publisher: string, plugin: string | undefined): Draft | null {
  try {
    const stored = sessionStorage.getItem(keyOf(publisher, plugin));
    return stored === null
      ? null
      : { ...NO_PLAN, ...(JSON.parse(stored) as Omit<Draft, keyof TypedPlan> & Partial<TypedPlan>) };
  } catch {
    return null;
  }
}

export function discardDraft(publisher: string, plugin: string | undefined): void {
  sessionStorage.removeItem(keyOf(publisher, plugin));
}

const SAVE_AFTER_MS = 500;

/** Stores the draft shortly after each change. `draft` is null as long as nothing has changed. */
export function useStoredDraft(publisher: string, plugin: string | undefined, draft: Draft | null): void {
  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(() => {
      try {
        sessionStorage.setItem(keyOf(publisher, plugin), JSON.stringify(draft));
      } catch {
        // The browser has no room for it; the text is still in the editor.
      }
    }, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [publisher, plugin, draft]);
}
