declare const classes: {
  readonly row: string;
  readonly rows: string;
};
export default classes;
