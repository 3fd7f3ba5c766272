declare const classes: {
  readonly box: string;
  readonly checkbox: string;
};
export default classes;
