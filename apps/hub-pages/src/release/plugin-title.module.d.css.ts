declare const classes: {
  readonly name: string;
  readonly names: string;
  readonly narrow: string;
  readonly plugin: string;
};
export default classes;
