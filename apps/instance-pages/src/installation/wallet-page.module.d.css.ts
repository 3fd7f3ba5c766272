declare const classes: {
  readonly means: string;
  readonly tiles: string;
};
export default classes;
