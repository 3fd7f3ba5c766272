declare const classes: {
  readonly button: string;
  readonly dialog: string;
  readonly popover: string;
  readonly title: string;
};
export default classes;
