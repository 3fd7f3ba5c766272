declare const classes: {
  readonly after: string;
  readonly coming: string;
  readonly decide: string;
  readonly hint: string;
  readonly quote: string;
  readonly said: string;
  readonly stale: string;
  readonly title: string;
};
export default classes;
