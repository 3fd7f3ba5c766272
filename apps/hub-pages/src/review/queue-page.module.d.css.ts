declare const classes: {
  readonly fine: string;
  readonly late: string;
  readonly meter: string;
  readonly rail: string;
  readonly soft: string;
  readonly soon: string;
  readonly tools: string;
  readonly waiting: string;
};
export default classes;
