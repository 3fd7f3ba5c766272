declare const classes: {
  readonly about: string;
  readonly all: string;
  readonly group: string;
  readonly head: string;
  readonly item: string;
  readonly keys: string;
  readonly link: string;
  readonly list: string;
  readonly meta: string;
  readonly more: string;
  readonly nobox: string;
  readonly open: string;
  readonly settled: string;
};
export default classes;
