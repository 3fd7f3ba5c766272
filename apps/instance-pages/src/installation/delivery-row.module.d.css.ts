declare const classes: {
  readonly attempts: string;
  readonly bad: string;
  readonly closed: string;
  readonly count: string;
  readonly delivery: string;
  readonly good: string;
  readonly kind: string;
  readonly ms: string;
  readonly reason: string;
  readonly response: string;
  readonly what: string;
};
export default classes;
