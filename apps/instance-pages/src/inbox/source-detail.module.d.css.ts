declare const classes: {
  readonly file: string;
};
export default classes;
