/** What a case of `kushk plugin test` is, and what it reports. */
import type { Language } from '../phrase.js';
import type { TestContext } from './test-context.js';

export type Text = Readonly<Record<Language, string>>;

/** What the cases prove, in the order of the documents. */
export const PROMISES = {
  trust: 'Only an instance that the hub lists installs the plugin, renews its credentials or removes it.',
  signature: 'A call counts only when its signature is right, recent, and that of its installation.',
  effect: 'An acknowledged event has its effect, exactly once, and nothing older replaces it.',
  tool: 'A tool answers in time, changes nothing, and shows a person only what this person sees.',
  page: 'A page shows nothing of one person to another, and does nothing without a person.',
  credentials: 'Credentials are renewed, replaced after a loss, and deleted, without a gap.',
  state: 'The state of a test never mixes with real state.',
  secrets: 'Tokens, secrets and handles stay inside the plugin.',
  poll: 'A plugin that polls handles every event once and in order, whatever happens between two requests.',
} as const;
export type PromiseName = keyof typeof PROMISES;

export interface CaseTexts {
  /** What the case does. */
  readonly did: Text;
  readonly expected: Text;
  /** How to correct a plugin that fails the case. */
  readonly fix: Text;
}
export type Verdict =
  /** `shown` are lines that people read also when nothing is wrong. */
  | { readonly passed: true; readonly got: string; readonly shown?: readonly string[] }
  | {
      readonly passed: false;
      readonly got: string;
      /** Replaces the advice of the case where the cause is known better. */
      readonly fix?: Text;
      /** What the status of the answer shows: the whole advice of a basic case, the first sentence of any other. */
      readonly cause?: Text;
    }
  | { readonly passed: null; readonly why: Text };

export interface TestCase {
  readonly id: string;
  readonly promise: PromiseName;
  readonly texts: CaseTexts;
  /**
   * The cases that must not have failed: without them this case would report the same defect once more, or could not
   * run at all.
   */
  readonly needs: readonly string[];
  /** Whether the case sends one plain call, so that the status of a wrong answer tells the whole cause. */
  readonly isBasic?: boolean;
  readonly run: (context: TestContext) => Promise<Verdict>;
}

export interface CaseResult {
  readonly case: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly texts: CaseTexts;
  readonly got: string;
  /** How to correct the plugin, or why the case was skipped; null for a case that passed. */
  readonly advice: Text | null;
  /** Lines for people about a case that passed. */
  readonly shown: readonly string[];
  /** What the plugin wrote to its output during a case that failed; empty when the command did not start it. */
  readonly output: string;
  readonly durationMs: number;
}

/** One text for both languages, such as a status line. */
export const same = (text: string): Text => ({ en: text, fa: text });
