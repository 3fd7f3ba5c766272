declare const classes: {
  readonly many: string;
  readonly values: string;
};
export default classes;
