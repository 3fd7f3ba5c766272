declare const classes: {
  readonly count: string;
  readonly link: string;
  readonly list: string;
};
export default classes;
