declare const classes: {
  readonly ended: string;
  readonly name: string;
  readonly narrow: string;
  readonly soft: string;
  readonly stack: string;
};
export default classes;
