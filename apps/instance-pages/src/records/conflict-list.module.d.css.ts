declare const classes: {
  readonly conflicts: string;
};
export default classes;
