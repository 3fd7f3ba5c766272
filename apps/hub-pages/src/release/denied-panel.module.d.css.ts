declare const classes: {
  readonly list: string;
  readonly soft: string;
};
export default classes;
