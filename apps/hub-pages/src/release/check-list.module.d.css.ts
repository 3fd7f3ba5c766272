declare const classes: {
  readonly absent: string;
  readonly count: string;
  readonly failed: string;
  readonly list: string;
  readonly passed: string;
  readonly warning: string;
};
export default classes;
