declare const classes: {
  readonly problem: string;
  readonly role: string;
  readonly who: string;
};
export default classes;
