declare const classes: {
  readonly badges: string;
  readonly buttons: string;
  readonly name: string;
  readonly narrow: string;
  readonly number: string;
  readonly plugin: string;
  readonly roles: string;
  readonly soft: string;
  readonly stack: string;
};
export default classes;
