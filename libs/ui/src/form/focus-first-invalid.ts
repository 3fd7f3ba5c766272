import { isUnreadable } from '../controls/unreadable.js';

/** Focuses the first field with a problem. */
export function focusFirstInvalid(within: ParentNode | null): void {
  within?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] button, [data-invalid][tabindex]')?.focus();
}

/** Whether every field of a form can be read. The first that cannot gets the focus, and nothing is saved. */
export function isReadable(values: unknown): boolean {
  if (!isUnreadable(values)) return true;
  focusFirstInvalid(document);
  return false;
}
