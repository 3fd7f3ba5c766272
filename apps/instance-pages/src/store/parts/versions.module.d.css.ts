declare const classes: {
  readonly versions: string;
  readonly waiting: string;
};
export default classes;
