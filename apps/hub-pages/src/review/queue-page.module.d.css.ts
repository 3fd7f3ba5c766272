declare const classes: {
  readonly filters: string;
  readonly fine: string;
  readonly late: string;
  readonly list: string;
  readonly meter: string;
  readonly rail: string;
  readonly soft: string;
  readonly soon: string;
  readonly tools: string;
  readonly waiting: string;
};
export default classes;
