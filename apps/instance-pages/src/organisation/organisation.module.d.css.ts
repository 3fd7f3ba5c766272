declare const classes: {
  readonly atEnd: string;
  readonly choices: string;
  readonly controls: string;
  readonly details: string;
  readonly filters: string;
  readonly form: string;
  readonly narrow: string;
  readonly problem: string;
  readonly role: string;
  readonly rows: string;
  readonly text: string;
  readonly who: string;
};
export default classes;
