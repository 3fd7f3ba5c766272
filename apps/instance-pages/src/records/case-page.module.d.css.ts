declare const classes: {
  readonly description: string;
  readonly facts: string;
};
export default classes;
