declare const classes: {
  readonly mu: string;
  readonly narrowOnly: string;
  readonly stays: string;
  readonly sum: string;
};
export default classes;
