declare const classes: {
  readonly at: string;
  readonly event: string;
  readonly filters: string;
  readonly name: string;
  readonly narrow: string;
  readonly who: string;
};
export default classes;
