declare const classes: {
  readonly attempts: string;
  readonly done: string;
  readonly failed: string;
  readonly later: string;
  readonly mark: string;
  readonly now: string;
  readonly once: string;
  readonly remedies: string;
  readonly scroll: string;
  readonly secrets: string;
  readonly step: string;
  readonly steps: string;
  readonly turn: string;
};
export default classes;
