declare const classes: {
  readonly narrow: string;
  readonly title: string;
};
export default classes;
