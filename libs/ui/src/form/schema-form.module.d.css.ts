declare const classes: {
  readonly choices: string;
  readonly cleared: string;
  readonly description: string;
  readonly entry: string;
  readonly form: string;
  readonly group: string;
  readonly mask: string;
  readonly problem: string;
  readonly row: string;
  readonly rows: string;
  readonly secret: string;
  readonly star: string;
  readonly stored: string;
};
export default classes;
