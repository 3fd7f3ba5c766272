declare const classes: {
  readonly bar: string;
  readonly count: string;
  readonly option: string;
};
export default classes;
