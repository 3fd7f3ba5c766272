declare const classes: {
  readonly quiet: string;
  readonly soft: string;
  readonly text: string;
};
export default classes;
