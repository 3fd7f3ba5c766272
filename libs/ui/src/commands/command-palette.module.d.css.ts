declare const classes: {
  readonly dialog: string;
  readonly empty: string;
  readonly field: string;
  readonly group: string;
  readonly input: string;
  readonly item: string;
  readonly list: string;
  readonly modal: string;
  readonly note: string;
  readonly state: string;
  readonly title: string;
  readonly veil: string;
};
export default classes;
