declare const classes: {
  readonly back: string;
  readonly refusal: string;
  readonly why: string;
};
export default classes;
