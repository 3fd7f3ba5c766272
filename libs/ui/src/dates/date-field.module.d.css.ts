declare const classes: {
  readonly calendar: string;
  readonly day: string;
  readonly dialog: string;
  readonly head: string;
  readonly moment: string;
  readonly popover: string;
  readonly turn: string;
  readonly weekday: string;
};
export default classes;
