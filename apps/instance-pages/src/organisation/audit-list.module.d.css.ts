declare const classes: {
  readonly filters: string;
};
export default classes;
