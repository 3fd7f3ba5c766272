declare const classes: {
  readonly badges: string;
  readonly buttons: string;
  readonly ended: string;
  readonly name: string;
  readonly number: string;
  readonly plugin: string;
  readonly roles: string;
  readonly soft: string;
  readonly stack: string;
  readonly state: string;
};
export default classes;
