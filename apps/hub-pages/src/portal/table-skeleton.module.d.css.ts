declare const classes: {
  readonly rows: string;
};
export default classes;
