/** The check whether the plugin rejects an event with a wrong signature, and which of its lines come from that. */
import { rejectsForgedEvent } from './forged-call.js';

/** What the plugin prints of a call arrives a little after its answer. */
const AFTER_ANSWER_MS = 2_000;
/** The SDK logs `signature.invalid`, other plugins a sentence. */
const ABOUT_SIGNATURES = /signature|امضا/i;

export class SignatureCheck {
  private isDone = false;
  private endsAtMs = 0;
  private isLineFound = false;

  /** Makes the next `run` check again: the plugin or its credentials may be others. */
  reset(): void {
    this.isDone = false;
  }

  get isNeeded(): boolean {
    return !this.isDone;
  }

  /** Null when the plugin gave no answer. */
  async run(plugin: { readonly baseUrl: string; readonly installationId: string }): Promise<boolean | null> {
    this.isDone = true;
    this.isLineFound = false;
    this.endsAtMs = Number.POSITIVE_INFINITY;
    try {
      return await rejectsForgedEvent(plugin);
    } finally {
      this.endsAtMs = Date.now() + AFTER_ANSWER_MS;
    }
  }

  /** Whether a line that the plugin prints now is about the call of this check. True once: others may be refused. */
  isAbout(line: string): boolean {
    if (this.isLineFound || Date.now() >= this.endsAtMs) return false;
    this.isLineFound = ABOUT_SIGNATURES.test(line);
    return this.isLineFound;
  }
}
