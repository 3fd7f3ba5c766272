declare const classes: {
  readonly agenda: string;
  readonly event: string;
  readonly grid: string;
  readonly head: string;
  readonly line: string;
  readonly narrow: string;
  readonly now: string;
  readonly other: string;
  readonly others: string;
  readonly panel: string;
  readonly today: string;
  readonly turns: string;
  readonly views: string;
  readonly wide: string;
};
export default classes;
