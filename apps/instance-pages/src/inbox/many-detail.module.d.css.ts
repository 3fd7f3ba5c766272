declare const classes: {
  readonly many: string;
};
export default classes;
