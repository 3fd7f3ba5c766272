declare const classes: {
  readonly bar: string;
  readonly buttons: string;
  readonly failure: string;
  readonly heading: string;
};
export default classes;
