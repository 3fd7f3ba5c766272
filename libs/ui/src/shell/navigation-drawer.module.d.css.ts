declare const classes: {
  readonly drawer: string;
  readonly sheet: string;
  readonly veil: string;
};
export default classes;
