declare const classes: {
  readonly filters: string;
  readonly headless: string;
  readonly more: string;
};
export default classes;
