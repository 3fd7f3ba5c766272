export type HelpTerm = 'mu' | 'hold' | 'tier' | 'partial' | 'channel' | 'rollout';

export interface HelpText {
  readonly title: string;
  /** One or two sentences. */
  readonly text: string;
  /** The section of `docs/guide/{en,fa}/terms.md` that says more. */
  readonly section: string;
}

export interface HelpTexts extends Readonly<Record<HelpTerm, HelpText>> {
  /** The name of the link to the document. */
  readonly more: string;
}
