declare const classes: {
  readonly newest: string;
  readonly none: string;
  readonly plugin: string;
};
export default classes;
