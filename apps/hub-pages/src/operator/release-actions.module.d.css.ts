declare const classes: {
  readonly buttons: string;
  readonly fixed: string;
};
export default classes;
