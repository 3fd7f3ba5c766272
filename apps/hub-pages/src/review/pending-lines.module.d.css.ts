declare const classes: {
  readonly lines: string;
  readonly soft: string;
  readonly title: string;
  readonly words: string;
};
export default classes;
