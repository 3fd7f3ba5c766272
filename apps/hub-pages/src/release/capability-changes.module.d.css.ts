declare const classes: {
  readonly end: string;
  readonly icon: string;
  readonly list: string;
  readonly reason: string;
  readonly row: string;
  readonly values: string;
  readonly words: string;
};
export default classes;
