/**
 * What to do about what `kushk dev` sees, once: another program answers, credentials are lost, no MU are left, an event
 * is not sent.
 */
import type { TitledInstallation } from '@kushk/contracts';
import type { EventType, Manifest } from '@kushk/manifest';
import { isCredentialRejection, type DevEntry } from './dev-entry.js';
import type { DevNotes } from './dev-notes.js';
import { isAnswerOfOtherProgram } from './other-program.js';
import { eventsLine, eventsOfChange, isListed, type Observed } from './unsent-events.js';

interface Place {
  readonly installation: Pick<TitledInstallation, 'installation_id' | 'status'>;
  readonly baseUrl: string;
  /** Whether the process of this command answers there. */
  readonly isStartedHere: boolean;
}

export class EntryAdvice {
  private isOtherReported = false;
  private isWalletReported = false;
  private isLossReported = false;
  private observed: Observed | null = null;
  private heldMu = 0;
  /** Whether the plugin has ended a hold since the balance was shown. */
  private hasEndedHold = false;
  private isHoldExpired = false;
  private readonly unsent = new Set<EventType>();

  constructor(
    private readonly notes: Pick<DevNotes, 'lowWallet' | 'otherProgram' | 'lostCredentials' | 'unsent' | 'holdExpired'>,
  ) {}

  /** The manifest was saved: the plugin may have another address now. */
  reset(): void {
    this.isOtherReported = false;
    this.isLossReported = false;
  }

  about(entry: DevEntry, { installation, baseUrl, isStartedHere }: Place): void {
    // New credentials that it has accepted: the next loss is another one.
    if (entry.kind === 'call_out' && entry.type === 'installed' && isSuccess(entry.status)) this.isLossReported = false;
    if (!this.isLossReported && isLoss(entry)) {
      this.isLossReported = true;
      this.notes.lostCredentials(installation.installation_id);
    }

    if (entry.kind === 'call_in' && ENDS_HOLD.test(entry.path) && isSuccess(entry.status)) this.hasEndedHold = true;
    if (entry.kind === 'wallet') this.balance(Number(entry.held), installation.status);
    if (entry.kind === 'call_in' && entry.code === 'wallet.insufficient_balance' && !this.isWalletReported) {
      this.isWalletReported = true;
      this.notes.lowWallet();
    }
    if (!this.isOtherReported && !isStartedHere && isAnswerOfOtherProgram(entry)) {
      this.isOtherReported = true;
      this.notes.otherProgram(baseUrl);
    }
  }

  private balance(heldMu: number, status: TitledInstallation['status']): void {
    this.isWalletReported = false;
    // A removal ends the holds too.
    if (heldMu < this.heldMu && !this.hasEndedHold && status !== 'removed') {
      this.isHoldExpired = true;
      this.notes.holdExpired();
    }
    this.heldMu = heldMu;
    this.hasEndedHold = false;
  }

  /** Names the events of a change that are not sent, because the manifest does not list them. */
  aboutEvents(current: Observed, manifest: Manifest): void {
    const before = this.observed ?? current;
    this.observed = current;
    const ofWallet: readonly EventType[] = this.isHoldExpired ? ['plugin.wallet.hold_expired'] : [];
    this.isHoldExpired = false;
    for (const type of [...eventsOfChange(before, current), ...ofWallet]) {
      if (isListed(manifest, type) || this.unsent.has(type)) continue;
      this.unsent.add(type);
      this.notes.unsent(type, eventsLine(manifest, type));
    }
  }
}

const ENDS_HOLD = /^\/wallet\/holds\/[^/]+\/(settle|release)$/;
const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** An event or a tool call with the right signature, refused. A refused `installed` has other causes. */
function isLoss(entry: DevEntry): boolean {
  return entry.kind === 'call_out' && entry.channel !== 'lifecycle' && isCredentialRejection(entry.status);
}
