declare const classes: {
  readonly text: string;
};
export default classes;
