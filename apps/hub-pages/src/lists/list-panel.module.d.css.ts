declare const classes: {
  readonly filters: string;
  readonly headless: string;
  readonly more: string;
  readonly stale: string;
};
export default classes;
