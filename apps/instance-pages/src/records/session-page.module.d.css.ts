declare const classes: {
  readonly messages: string;
  readonly write: string;
};
export default classes;
