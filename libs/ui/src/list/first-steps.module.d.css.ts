declare const classes: {
  readonly done: string;
  readonly open: string;
};
export default classes;
