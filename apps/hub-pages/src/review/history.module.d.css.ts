declare const classes: {
  readonly list: string;
  readonly text: string;
  readonly who: string;
};
export default classes;
