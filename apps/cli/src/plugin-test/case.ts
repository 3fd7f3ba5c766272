/** What a case of `kushk plugin test` is, and what it reports. */
import type { Language } from '../phrase.js';
import type { TestContext } from './test-context.js';

export type Text = Readonly<Record<Language, string>>;

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
