declare const classes: {
  readonly ended: string;
  readonly key: string;
  readonly never: string;
};
export default classes;
