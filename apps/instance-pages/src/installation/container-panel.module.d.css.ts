declare const classes: {
  readonly denied: string;
  readonly log: string;
  readonly part: string;
};
export default classes;
