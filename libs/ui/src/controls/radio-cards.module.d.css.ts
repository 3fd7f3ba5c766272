declare const classes: {
  readonly card: string;
  readonly cards: string;
  readonly dot: string;
  readonly end: string;
  readonly words: string;
};
export default classes;
