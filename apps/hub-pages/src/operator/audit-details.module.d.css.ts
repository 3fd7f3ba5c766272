declare const classes: {
  readonly details: string;
};
export default classes;
