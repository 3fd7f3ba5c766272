declare const classes: {
  readonly bar: string;
  readonly brand: string;
  readonly foot: string;
  readonly main: string;
  readonly narrow: string;
  readonly path: string;
  readonly shell: string;
  readonly side: string;
  readonly skip: string;
  readonly stays: string;
  readonly tools: string;
  readonly where: string;
};
export default classes;
