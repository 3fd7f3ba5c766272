declare const classes: {
  readonly lines: string;
};
export default classes;
