declare const classes: {
  readonly list: string;
  readonly name: string;
  readonly row: string;
  readonly state: string;
  readonly tier: string;
};
export default classes;
