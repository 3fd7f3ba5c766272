declare const classes: {
  readonly installation: string;
  readonly label: string;
  readonly name: string;
  readonly plugin: string;
  readonly scroll: string;
  readonly services: string;
  readonly table: string;
  readonly whole: string;
};
export default classes;
