declare const classes: {
  readonly notice: string;
  readonly region: string;
};
export default classes;
