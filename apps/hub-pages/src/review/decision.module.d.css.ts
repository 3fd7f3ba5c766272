declare const classes: {
  readonly bar: string;
  readonly buttons: string;
  readonly failure: string;
};
export default classes;
