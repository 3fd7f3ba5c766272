declare const classes: {
  readonly actions: string;
  readonly losses: string;
};
export default classes;
