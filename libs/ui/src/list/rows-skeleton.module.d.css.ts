declare const classes: {
  readonly row: string;
};
export default classes;
