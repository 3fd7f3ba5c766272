declare const classes: {
  readonly excerpt: string;
};
export default classes;
