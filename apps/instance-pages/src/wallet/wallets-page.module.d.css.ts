declare const classes: {
  readonly narrow: string;
  readonly note: string;
  readonly plugin: string;
  readonly soft: string;
  readonly sort: string;
  readonly tile: string;
  readonly words: string;
};
export default classes;
