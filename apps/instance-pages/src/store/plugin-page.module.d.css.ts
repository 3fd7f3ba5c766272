declare const classes: {
  readonly unavailable: string;
  readonly what: string;
};
export default classes;
