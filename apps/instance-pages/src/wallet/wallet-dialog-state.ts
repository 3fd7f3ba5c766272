import type { ShownEntry } from './shown-entry.js';

/** Which dialog of the wallet is open, if any. */
export type OpenedDialog =
  | { readonly kind: 'add' | 'revoke' | 'freeze' | 'unfreeze' | 'budget' | 'threshold' }
  | { readonly kind: 'reverse'; readonly entry: ShownEntry };

export type OpenDialog = (dialog: OpenedDialog) => void;
