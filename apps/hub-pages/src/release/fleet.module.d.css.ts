declare const classes: {
  readonly refused: string;
};
export default classes;
