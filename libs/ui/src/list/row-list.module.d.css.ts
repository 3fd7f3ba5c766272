declare const classes: {
  readonly controls: string;
  readonly last: string;
  readonly rows: string;
};
export default classes;
