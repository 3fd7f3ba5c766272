declare const classes: {
  readonly bar: string;
  readonly buttons: string;
  readonly dialog: string;
};
export default classes;
