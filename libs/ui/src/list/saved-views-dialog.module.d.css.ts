declare const classes: {
  readonly list: string;
  readonly note: string;
  readonly row: string;
};
export default classes;
