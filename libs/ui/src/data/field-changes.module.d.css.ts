declare const classes: {
  readonly list: string;
  readonly none: string;
  readonly one: string;
  readonly stale: string;
  readonly three: string;
  readonly values: string;
};
export default classes;
