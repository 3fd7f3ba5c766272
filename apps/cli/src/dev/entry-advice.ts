/** What to do about an entry of `kushk dev`, once: another program answers, credentials are lost, no MU are left. */
import { isCredentialRejection, type DevEntry } from './dev-entry.js';
import type { DevNotes } from './dev-notes.js';
import { isAnswerOfOtherProgram } from './other-program.js';

export class EntryAdvice {
  private isOtherReported = false;
  private isWalletReported = false;
  private isLossReported = false;

  constructor(private readonly notes: Pick<DevNotes, 'lowWallet' | 'otherProgram' | 'lostCredentials'>) {}

  /** The manifest was saved: the plugin may have another address now. */
  reset(): void {
    this.isOtherReported = false;
    this.isLossReported = false;
  }

  /** `isStartedHere`: the process of this command answers at `baseUrl`. */
  about(
    entry: DevEntry,
    { id, baseUrl, isStartedHere }: { readonly id: string; readonly baseUrl: string; readonly isStartedHere: boolean },
  ): void {
    // New credentials that it has accepted: the next loss is another one.
    if (entry.kind === 'call_out' && entry.type === 'installed' && isSuccess(entry.status)) this.isLossReported = false;
    if (!this.isLossReported && isLoss(entry)) {
      this.isLossReported = true;
      this.notes.lostCredentials(id);
    }

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

const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** An event or a tool call with the right signature, refused. A refused `installed` has other causes. */
function isLoss(entry: DevEntry): boolean {
  return entry.kind === 'call_out' && entry.channel !== 'lifecycle' && isCredentialRejection(entry.status);
}
