/** The short messages at the edge of the page, which any code of the pages may add. */
import type { Tone } from '../data/badge.js';

export interface Toast {
  readonly id: number;
  readonly tone: Extract<Tone, 'good' | 'bad' | 'neutral'>;
  readonly message: string;
  readonly action?: { readonly title: string; readonly run: () => void };
}

/** More would cover the page; the oldest goes. */
const MOST_TOASTS = 4;
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message that needs no decision, such as "copied". */
export function showToast(toast: Omit<Toast, 'id'>): void {
  change([...toasts, { ...toast, id: nextId }].slice(-MOST_TOASTS));
  nextId += 1;
}

export function closeToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentToasts = (): readonly Toast[] => toasts;
