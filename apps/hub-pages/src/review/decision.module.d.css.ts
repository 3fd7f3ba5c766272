declare const classes: {
  readonly bar: string;
  readonly buttons: string;
  readonly dialog: string;
  readonly failure: string;
};
export default classes;
