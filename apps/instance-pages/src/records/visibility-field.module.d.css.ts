declare const classes: {
  readonly people: string;
  readonly problem: string;
  readonly visibility: string;
};
export default classes;
