declare const classes: {
  readonly mu: string;
};
export default classes;
