declare const classes: {
  readonly head: string;
  readonly list: string;
  readonly none: string;
  readonly publisher: string;
  readonly reviewer: string;
  readonly text: string;
};
export default classes;
