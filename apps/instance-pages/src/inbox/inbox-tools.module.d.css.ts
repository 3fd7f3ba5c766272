declare const classes: {
  readonly filters: string;
  readonly line: string;
  readonly tools: string;
};
export default classes;
