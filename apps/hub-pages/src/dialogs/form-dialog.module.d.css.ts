declare const classes: {
  readonly form: string;
  readonly secret: string;
};
export default classes;
