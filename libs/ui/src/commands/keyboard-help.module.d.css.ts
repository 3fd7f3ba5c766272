declare const classes: {
  readonly keys: string;
  readonly section: string;
};
export default classes;
