declare const classes: {
  readonly secret: string;
};
export default classes;
