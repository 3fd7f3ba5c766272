declare const classes: {
  readonly command: string;
  readonly month: string;
  readonly narrow: string;
  readonly verify: string;
  readonly wide: string;
};
export default classes;
