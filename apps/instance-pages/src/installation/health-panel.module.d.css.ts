declare const classes: {
  readonly line: string;
  readonly lines: string;
  readonly next: string;
  readonly words: string;
};
export default classes;
