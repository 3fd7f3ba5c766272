declare const classes: {
  readonly bad: string;
  readonly good: string;
  readonly neutral: string;
  readonly region: string;
  readonly toast: string;
};
export default classes;
