declare const classes: {
  readonly box: string;
  readonly card: string;
  readonly cards: string;
  readonly checkbox: string;
  readonly dot: string;
  readonly end: string;
  readonly search: string;
  readonly words: string;
};
export default classes;
