declare const classes: {
  readonly plugin: string;
  readonly state: string;
};
export default classes;
