declare const classes: {
  readonly assignment: string;
};
export default classes;
