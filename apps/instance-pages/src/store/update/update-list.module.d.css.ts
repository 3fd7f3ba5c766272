declare const classes: {
  readonly good: string;
  readonly list: string;
  readonly one: string;
  readonly smaller: string;
  readonly soft: string;
  readonly space: string;
  readonly values: string;
  readonly warn: string;
  readonly words: string;
};
export default classes;
