/** What to do about an entry of `kushk dev`, once: another program answers for the plugin, or the wallet is empty. */
import type { DevEntry } from './dev-entry.js';
import type { DevNotes } from './dev-notes.js';
import { isAnswerOfOtherProgram } from './other-program.js';

export class EntryAdvice {
  private isOtherReported = false;
  private isWalletReported = false;

  constructor(private readonly notes: Pick<DevNotes, 'lowWallet' | 'otherProgram'>) {}

  /** The manifest was saved: the plugin may have another address now. */
  reset(): void {
    this.isOtherReported = false;
  }

  /** `isStartedHere`: the process of this command answers at `baseUrl`. */
  about(
    entry: DevEntry,
    { baseUrl, isStartedHere }: { readonly baseUrl: string; readonly isStartedHere: boolean },
  ): void {
    if (entry.kind === 'wallet') this.isWalletReported = false;
    if (entry.kind === 'call_in' && entry.code === 'wallet.insufficient_balance' && !this.isWalletReported) {
      this.isWalletReported = true;
      this.notes.lowWallet();
    }
    if (!this.isOtherReported && !isStartedHere && isAnswerOfOtherProgram(entry)) {
      this.isOtherReported = true;
      this.notes.otherProgram(baseUrl);
    }
  }
}
