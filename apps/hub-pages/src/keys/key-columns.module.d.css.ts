declare const classes: {
  readonly ended: string;
  readonly key: string;
  readonly name: string;
  readonly narrow: string;
  readonly soft: string;
  readonly state: string;
};
export default classes;
