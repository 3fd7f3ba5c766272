declare const classes: {
  readonly chart: string;
  readonly tools: string;
};
export default classes;
