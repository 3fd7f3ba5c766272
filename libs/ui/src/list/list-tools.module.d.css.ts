declare const classes: {
  readonly inside: string;
  readonly tools: string;
};
export default classes;
