declare const classes: {
  readonly muted: string;
};
export default classes;
