declare const classes: {
  readonly newest: string;
  readonly none: string;
};
export default classes;
