declare const classes: {
  readonly closed: string;
  readonly filters: string;
  readonly open: string;
  readonly toggle: string;
};
export default classes;
