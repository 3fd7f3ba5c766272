declare const classes: {
  readonly last: string;
  readonly rule: string;
};
export default classes;
