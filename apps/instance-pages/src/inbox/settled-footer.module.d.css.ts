declare const classes: {
  readonly reason: string;
};
export default classes;
