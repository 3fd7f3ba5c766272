declare const classes: {
  readonly tools: string;
};
export default classes;
