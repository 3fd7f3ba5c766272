declare const classes: {
  readonly search: string;
};
export default classes;
