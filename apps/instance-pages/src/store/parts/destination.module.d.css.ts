declare const classes: {
  readonly goes: string;
};
export default classes;
