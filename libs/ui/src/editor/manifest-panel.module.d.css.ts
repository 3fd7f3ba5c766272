declare const classes: {
  readonly add: string;
  readonly both: string;
  readonly checking: string;
  readonly comment: string;
  readonly error: string;
  readonly hint: string;
  readonly line: string;
  readonly list: string;
  readonly more: string;
  readonly problem: string;
  readonly side: string;
  readonly text: string;
  readonly waiting: string;
  readonly warning: string;
  readonly words: string;
};
export default classes;
