declare const classes: {
  readonly space: string;
  readonly text: string;
};
export default classes;
