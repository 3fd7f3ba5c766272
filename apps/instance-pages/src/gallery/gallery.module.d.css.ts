declare const classes: {
  readonly gallery: string;
  readonly grid: string;
  readonly row: string;
};
export default classes;
