declare const classes: {
  readonly list: string;
  readonly name: string;
  readonly note: string;
  readonly row: string;
};
export default classes;
