declare const classes: {
  readonly agenda: string;
  readonly line: string;
  readonly now: string;
};
export default classes;
