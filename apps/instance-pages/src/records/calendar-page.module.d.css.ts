declare const classes: {
  readonly head: string;
  readonly narrow: string;
  readonly panel: string;
  readonly turns: string;
  readonly views: string;
  readonly wide: string;
};
export default classes;
