declare const classes: {
  readonly carried: string;
  readonly narrowOnly: string;
  readonly stays: string;
  readonly sum: string;
};
export default classes;
