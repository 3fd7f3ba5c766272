declare const classes: {
  readonly calendar: string;
  readonly day: string;
  readonly dialog: string;
  readonly empty: string;
  readonly group: string;
  readonly head: string;
  readonly input: string;
  readonly moment: string;
  readonly place: string;
  readonly popover: string;
  readonly segment: string;
  readonly turn: string;
  readonly waiting: string;
  readonly weekday: string;
};
export default classes;
