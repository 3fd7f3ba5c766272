declare const classes: {
  readonly refusal: string;
  readonly why: string;
};
export default classes;
