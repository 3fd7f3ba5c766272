declare const classes: {
  readonly chart: string;
  readonly partial: string;
  readonly tools: string;
};
export default classes;
