declare const classes: {
  readonly actions: string;
  readonly dialog: string;
  readonly modal: string;
  readonly title: string;
  readonly veil: string;
};
export default classes;
