declare const classes: {
  readonly filters: string;
  readonly headless: string;
  readonly waiting: string;
};
export default classes;
