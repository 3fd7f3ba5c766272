declare const classes: {
  readonly rates: string;
  readonly scroll: string;
};
export default classes;
