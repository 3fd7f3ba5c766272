declare const classes: {
  readonly bare: string;
  readonly code: string;
  readonly description: string;
  readonly field: string;
  readonly group: string;
  readonly input: string;
  readonly label: string;
  readonly list: string;
  readonly opener: string;
  readonly option: string;
  readonly popover: string;
  readonly problem: string;
  readonly step: string;
  readonly switch: string;
  readonly track: string;
};
export default classes;
