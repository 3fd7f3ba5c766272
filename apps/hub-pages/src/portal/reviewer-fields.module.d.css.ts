declare const classes: {
  readonly address: string;
  readonly fields: string;
  readonly note: string;
};
export default classes;
