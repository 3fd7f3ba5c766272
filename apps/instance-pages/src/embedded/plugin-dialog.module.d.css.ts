declare const classes: {
  readonly choice: string;
  readonly choices: string;
  readonly empty: string;
  readonly plugin: string;
  readonly quote: string;
  readonly warning: string;
};
export default classes;
