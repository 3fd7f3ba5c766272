declare const classes: {
  readonly fleet: string;
  readonly meter: string;
  readonly rail: string;
  readonly reached: string;
  readonly soft: string;
};
export default classes;
