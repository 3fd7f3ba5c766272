declare const classes: {
  readonly event: string;
  readonly grid: string;
  readonly other: string;
  readonly others: string;
  readonly today: string;
};
export default classes;
