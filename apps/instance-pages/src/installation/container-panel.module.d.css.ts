declare const classes: {
  readonly actions: string;
  readonly denied: string;
  readonly log: string;
  readonly part: string;
};
export default classes;
