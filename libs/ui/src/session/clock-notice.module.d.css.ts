declare const classes: {
  readonly above: string;
};
export default classes;
