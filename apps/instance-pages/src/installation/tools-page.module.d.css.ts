declare const classes: {
  readonly answer: string;
  readonly note: string;
  readonly tool: string;
};
export default classes;
