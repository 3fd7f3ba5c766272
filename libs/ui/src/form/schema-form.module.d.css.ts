declare const classes: {
  readonly form: string;
  readonly group: string;
  readonly problem: string;
  readonly row: string;
  readonly rows: string;
};
export default classes;
