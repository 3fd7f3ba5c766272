declare const classes: {
  readonly claims: string;
};
export default classes;
