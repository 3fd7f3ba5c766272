declare const classes: {
  readonly fields: string;
};
export default classes;
