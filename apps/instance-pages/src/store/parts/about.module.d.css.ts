declare const classes: {
  readonly pages: string;
};
export default classes;
