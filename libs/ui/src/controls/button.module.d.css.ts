declare const classes: {
  readonly button: string;
  readonly danger: string;
  readonly link: string;
  readonly pending: string;
  readonly plain: string;
  readonly primary: string;
  readonly quiet: string;
  readonly square: string;
};
export default classes;
