declare const classes: {
  readonly opener: string;
};
export default classes;
