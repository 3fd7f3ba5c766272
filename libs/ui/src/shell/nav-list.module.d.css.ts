declare const classes: {
  readonly count: string;
  readonly link: string;
  readonly list: string;
  readonly section: string;
  readonly title: string;
};
export default classes;
