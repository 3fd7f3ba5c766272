declare const classes: {
  readonly memory: string;
};
export default classes;
