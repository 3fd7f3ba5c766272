declare const classes: {
  readonly versions: string;
};
export default classes;
