declare const classes: {
  readonly day: string;
  readonly quiet: string;
  readonly reason: string;
  readonly version: string;
};
export default classes;
